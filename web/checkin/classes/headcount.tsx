import type { Roster } from '#contract/checkin/classes.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts, type Translate } from '../../languages/index.ts'
import { IconButton } from '../../ui/controls/button.tsx'
import { IconAlertTriangle, IconCheck, IconClock, IconMinus, IconPlus } from '../../ui/icons.ts'
import { Card } from '../../ui/surfaces/card.tsx'
import classes from './headcount.module.css'
import { useCountAdults } from './queries.ts'
import { adultsMissing, lightOf, rosterParts } from './roster-parts.ts'

const signs = { enough: IconCheck, edge: IconClock, short: IconAlertTriangle } as const

function lightWords(roster: Roster, light: Roster['light'], t: Translate): string {
  switch (light) {
    case 'free':
      return t('checkin.light.free')
    case 'enough':
      return t('checkin.light.enough')
    case 'edge':
      return t('checkin.light.edge')
    case 'short':
      return t('checkin.light.short', { count: adultsMissing(roster) })
  }
}

/** Whether there are enough adults, as colour and as words. */
function Light({ roster }: { roster: Roster }) {
  const t = useTexts()
  const light = lightOf(roster)
  const Sign = light === 'free' ? null : signs[light]
  return (
    <p role="status" className={`${classes['light']} ${classes[light]}`}>
      {Sign && <Sign size={20} stroke={2} aria-hidden="true" />}
      <span>
        <b>{lightWords(roster, light, t)}</b>{' '}
        {roster.ratio !== null && (
          <span className={classes['rule']}>{t('checkin.class.ratioWords', { count: roster.ratio })}</span>
        )}
      </span>
    </p>
  )
}

/** How many children and adults are here, and whether that is enough. */
export function Headcount({ roster }: { roster: Roster }) {
  const t = useTexts()
  const format = useFormat()
  const count = useCountAdults(roster.classId)
  const { adults, children } = roster
  const { here, expected } = rosterParts(children)
  return (
    <Card padded={false} label={t('checkin.roster.headcount')}>
      <div className={classes['counts']}>
        <dl>
          <div>
            <dt>{t('checkin.roster.hereNow')}</dt>
            <dd className="num">{format.number(here.length)}</dd>
          </div>
          <div>
            <dt>{t('checkin.roster.stillExpected')}</dt>
            <dd className="num">{format.number(expected.length)}</dd>
          </div>
        </dl>
        <div className={classes['adults']} role="group" aria-label={t('checkin.roster.adults')}>
          <span>{t('checkin.roster.adults')}</span>
          <span className={classes['stepper']}>
            <IconButton
              label={t('checkin.roster.oneLess')}
              icon={IconMinus}
              aria-disabled={adults === 0}
              onClick={() => count(-1)}
            />
            <output className="num" aria-live="polite">
              {format.number(adults)}
            </output>
            <IconButton label={t('checkin.roster.oneMore')} icon={IconPlus} onClick={() => count(1)} />
          </span>
        </div>
      </div>
      <Light roster={roster} />
    </Card>
  )
}
