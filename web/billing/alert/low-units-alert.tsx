import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import type { UnitAlert } from '#contract/billing/statement.ts'
import { useTexts } from '../../lib/languages/index.ts'
import { paths } from '../../lib/paths.ts'
import { useCan, useSession } from '../../lib/session.ts'
import { IconChevronDown, IconChevronRight } from '../../ui/icons.ts'
import { Note } from '../../ui/surfaces/note.tsx'
import { AlertForm } from './alert-form.tsx'
import classes from './alert.module.css'
import { useUnitAlert } from './queries.ts'

/** How the church is told, for who may not change it. */
function Told({ alert: { threshold } }: { alert: UnitAlert }) {
  const t = useTexts()
  const told = threshold === null ? t('billing.alert.nobody') : t('billing.alert.told', { count: threshold })
  return <p className="small muted">{told}</p>
}

/**
 * Under the balance: a calm word when units run low, the way to the statement, and when to be told; where the balance
 * stands above the form, that is shut until it is asked for.
 */
export function LowUnitsAlert() {
  const t = useTexts()
  const { gate } = useSession()
  const mayChange = useCan('billing.manage')
  const { data: alert } = useUnitAlert()
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <div className={classes['under']}>
      {alert?.isLow && alert.threshold !== null && (
        <Note tone="warn">{t('billing.alert.low', { count: alert.threshold })}</Note>
      )}
      <div className={classes['ways']}>
        {gate === 'open' && (
          <Link to={paths.statement}>
            {t('billing.statement.link')}
            <IconChevronRight size={16} aria-hidden="true" />
          </Link>
        )}
        {alert && (
          <button type="button" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
            {t('billing.alert.when')}
            <IconChevronDown size={16} aria-hidden="true" />
          </button>
        )}
      </div>
      {alert && (
        <div id={id} className={isOpen ? undefined : classes['shut']}>
          {mayChange ? <AlertForm alert={alert} /> : <Told alert={alert} />}
        </div>
      )}
    </div>
  )
}
