import type { Pass } from '#contract/checkin/registration.ts'
import type { Translate } from '../../../languages/index.ts'

/** Who of the family, and where: their class, or their place in the line. */
export type PassLine = { key: string; name: string; where: string }

/** The people of a pass, those with a place first. */
export const passLines = (t: Translate, { children, waiting }: Pass): PassLine[] => [
  ...children.map(({ personId, firstName, className, state }) => ({
    key: personId,
    name: firstName,
    where:
      state === 'registered'
        ? className
        : `${className} · ${t(state === 'checked_in' ? 'portal.pass.in' : 'portal.pass.out')}`,
  })),
  ...waiting.map(({ personId, firstName, className, place }) => ({
    key: personId,
    name: firstName,
    where: t('portal.pass.waits', { className, place }),
  })),
]
