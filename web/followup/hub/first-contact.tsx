import type { MyDay } from '#contract/followup/day.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { Card } from '../../ui/surfaces/card.tsx'
import classes from './hub.module.css'

const bandWords = ['followup.clock.to24', 'followup.clock.to36', 'followup.clock.to72', 'followup.clock.over'] as const

/** Who of the whole church waits for a first contact, and how fast people are reached. */
export function FirstContact({ firstContact: { bands, median, ninth, guests } }: Pick<MyDay, 'firstContact'>) {
  const t = useTexts()
  const format = useFormat()
  const hours = (value: number) => t('followup.clock.hours', { hours: Math.round(value) })
  return (
    <Card title={t('followup.clock.title')} aside={<span className="small muted">{t('followup.clock.hint')}</span>}>
      <div className={classes['stack']}>
        <dl className={classes['bands']}>
          {bandWords.map((word, place) => (
            <div key={word} data-band={place}>
              <dt>{t(word)}</dt>
              <dd className="num">{format.number(bands[place]?.people ?? 0)}</dd>
            </div>
          ))}
        </dl>
        <p className="small muted">
          {median === null || ninth === null
            ? t('followup.clock.none', { guests })
            : t('followup.clock.speed', { median: hours(median), ninth: hours(ninth), guests })}
        </p>
      </div>
    </Card>
  )
}
