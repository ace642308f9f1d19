import { Link } from '@tanstack/react-router'
import type { Pass } from '#contract/checkin/registration.ts'
import { useTexts } from '../../../languages/index.ts'
import { thankYouPath } from '../../../routing/portal-paths.ts'
import { IconChevronRight } from '../../../ui/icons.ts'
import { Card } from '../../../ui/surfaces/card.tsx'
import { useWhen } from '../shared/when.ts'
import classes from './home.module.css'

/** The codes stand on the passes themselves, not here where anybody looks over the shoulder. */
export function Passes({ passes }: { passes: readonly Pass[] }) {
  const t = useTexts()
  const when = useWhen()
  return (
    <Card title={t('portal.home.passes')} padded={false}>
      <ul className={classes['passes']}>
        {passes.map(({ id, event, children, waiting }) => (
          <li key={id}>
            <Link to={thankYouPath(id)}>
              <span className="grow">
                <span className={classes['name']}>{event.name}</span>
                <span className="small muted">
                  {event.cancelled ? t('portal.home.cancelled') : when(event.startsAt)}
                </span>
                <span className="small muted">
                  {[
                    ...children.map(({ firstName }) => firstName),
                    ...(waiting.length > 0 ? [t('portal.home.waiting', { count: waiting.length })] : []),
                  ].join(', ')}
                </span>
              </span>
              <IconChevronRight size={20} stroke={1.75} aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
