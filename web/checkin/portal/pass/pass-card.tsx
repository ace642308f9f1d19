import type { Ref } from 'react'
import { spacedCode } from '#contract/checkin/codes.ts'
import type { Pass } from '#contract/checkin/registration.ts'
import { useTexts } from '../../../lib/languages/index.ts'
import { BrandMark } from '../../../ui/marks/brand-mark.tsx'
import { useWhen } from '../shared/when.ts'
import { passLines } from './pass-lines.ts'
import classes from './pass.module.css'
import { QrPicture } from './qr-code.tsx'

/** The card that is scanned: light in every scheme, as scanners want it. */
export function PassCard({ pass, ref }: { pass: Pass; ref: Ref<HTMLElement> }) {
  const t = useTexts()
  const when = useWhen()
  const { code, churchName, event, children } = pass
  return (
    <section
      className={classes['pass']}
      aria-label={t('portal.pass.label')}
      data-mantine-color-scheme="light"
      ref={ref}
    >
      <div className={classes['church']}>
        <BrandMark large />
        <b>{churchName}</b>
      </div>
      {children.length > 0 && !event.cancelled && (
        <>
          <QrPicture code={code} label={t('portal.pass.qr', { code: spacedCode(code) })} className={classes['qr']} />
          <div className={classes['codes']}>
            <span className={classes['fine']}>{t('portal.pass.code')}</span>
            <bdi dir="ltr" className={classes['code']}>
              {spacedCode(code)}
            </bdi>
          </div>
        </>
      )}
      <div>
        <p className="strong">{event.name}</p>
        <p className={classes['fine']}>
          <time dateTime={event.startsAt}>{when(event.startsAt)}</time>
        </p>
        {event.place && <p className={classes['fine']}>{event.place}</p>}
      </div>
      <ul className={classes['who']}>
        {passLines(t, pass).map(({ key, name, where }) => (
          <li key={key}>
            <span className="strong">{name}</span>
            <span>{where}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
