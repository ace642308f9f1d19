import type { StationFamily } from '#contract/checkin/station.ts'
import { groupPhone } from '../../../languages/phone.ts'
import { IconChevronRight } from '../../../ui/icons.ts'
import { Phone } from '../../../ui/marks/phone.tsx'
import classes from './arriving.module.css'

type FamiliesFoundProps = { families: readonly StationFamily[]; onChoose: (family: StationFamily) => void }

/** Several families that it could be: with their children and phone, so that the right one is known at a glance. */
export function FamiliesFound({ families, onChoose }: FamiliesFoundProps) {
  return (
    <ul className="stack-8">
      {families.map((family) => (
        <li key={family.familyId}>
          <button type="button" className={classes['family']} onClick={() => onChoose(family)}>
            <span className="grow">
              <b>{family.name}</b>
              <br />
              <span className="muted">
                {family.children.map(({ firstName }) => firstName).join(', ')}
                {family.broughtBy?.phone && (
                  <>
                    {family.children.length > 0 && ' · '}
                    <Phone value={groupPhone(family.broughtBy.phone)} />
                  </>
                )}
              </span>
            </span>
            <IconChevronRight size={20} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  )
}
