import type { GuestFigures } from '#contract/followup/analytics.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { ChartCard } from '../charts/chart-card.tsx'
import type { Datum, Heading } from '../charts/chart-data.ts'
import { Columns } from '../charts/columns.tsx'
import { Donut } from '../charts/donut.tsx'
import { Figure } from '../charts/figure.tsx'
import { Funnel } from '../charts/funnel.tsx'
import { FEW_BELOW } from '../charts/proportion.ts'
import classes from './analytics.module.css'
import { useSeePeople } from './people-door.tsx'
import { wantedOf, type Shown } from './tiles.tsx'
import { interestWords, useAnalyticsWords, useWaiting } from './words.ts'

type One = { shown: Shown }

export function useHeading({ figures }: Shown) {
  const t = useTexts()
  const words = useAnalyticsWords()
  const period = words.days(figures)
  const count = t('followup.analytics.peopleGuests', { count: figures.guests })
  return (title: string): Heading => ({ title, period, count })
}

/** What the figures are compared with, in words; null: with nothing. */
function useBeforeWord({ figures: { before } }: Shown) {
  const t = useTexts()
  return before && t(before.easter ? 'followup.analytics.inflowEaster' : 'followup.analytics.inflowBefore')
}

/** How many reached at least each stage; and how long it was to the second visit. */
export function FlowCard({ shown }: One) {
  const t = useTexts()
  const format = useFormat()
  const words = useAnalyticsWords()
  const see = useSeePeople()
  const heading = useHeading(shown)(t('followup.analytics.flow'))
  const { stages, guests, secondVisit, before } = shown.figures
  const beforeWord = useBeforeWord(shown)
  const line = words.days(shown.figures)
  const earlier = (stageId: number) => before?.stages.find(({ id }) => id === stageId)?.guests ?? 0
  const data = stages.map(({ id, name, guests: value }): Datum => {
    const then = before && before.guests >= FEW_BELOW ? (earlier(id) / before.guests) * guests : null
    return { id: `${id}`, label: name, value, before: then, ...words.parts(value, guests) }
  })
  const headings = [
    t('followup.analytics.flowStage'),
    t('followup.analytics.inflowGuests'),
    t('followup.analytics.share'),
    ...(beforeWord ? [beforeWord] : []),
  ]
  const rows = stages.map(({ id, name, guests: value }) => {
    const then = before ? [words.fraction(earlier(id), before.guests), words.note(earlier(id), before.guests)] : []
    return [
      name,
      format.number(value),
      words.note(value, guests),
      ...(before ? [then.filter(Boolean).join(' · ')] : []),
    ]
  })
  const sheet = { headings, rows }
  const onSee = ({ id, label, value }: Datum) =>
    see({ title: `${label}: ${format.number(value)}`, line, figure: { ...wantedOf(shown), stage: Number(id) } })
  const days = (count: number) => t('followup.analytics.waitDays', { count })
  const seeSecond = () =>
    see({
      title: t('followup.analytics.peopleSecond', { count: secondVisit.people }),
      line,
      figure: { ...wantedOf(shown), secondVisit: 'yes' },
    })
  return (
    <ChartCard heading={heading} note={t('followup.analytics.flowNote')} kind="bars" data={data} sheet={sheet}>
      <Funnel data={data} beforeWord={beforeWord} onSee={onSee} />
      {secondVisit.medianDays !== null && (
        <p className={`small muted num ${classes['below']}`}>
          {t('followup.analytics.flowMedian')}{' '}
          <Figure
            label={`${t('followup.analytics.peopleSecond', { count: secondVisit.people })}, ${days(secondVisit.medianDays)}`}
            onSee={seeSecond}
          >
            {days(secondVisit.medianDays)}
          </Figure>
        </p>
      )}
    </ChartCard>
  )
}

type Part = GuestFigures['inflow']['parts'][number]

/** Guests a week or month, beside the year before. */
export function InflowCard({ shown }: One) {
  const t = useTexts()
  const format = useFormat()
  const words = useAnalyticsWords()
  const see = useSeePeople()
  const heading = useHeading(shown)(t('followup.analytics.inflow'))
  const { inflow } = shown.figures
  const beforeWord = useBeforeWord(shown)
  const labelOf = ({ from }: Part) => (inflow.by === 'week' ? format.shortDay(from) : words.month(from).slice(0, 3))
  const data = inflow.parts.map((part): Datum => {
    return { id: part.from, label: labelOf(part), value: part.guests, before: part.before, isHatched: !part.isWhole }
  })
  const headings = [
    t('followup.analytics.inflowDays'),
    t('followup.analytics.inflowGuests'),
    ...(beforeWord ? [beforeWord] : []),
  ]
  const rows = inflow.parts.map((part) => [
    words.days(part),
    format.number(part.guests),
    ...(beforeWord ? [format.number(part.before ?? 0)] : []),
  ])
  const onSee = ({ id, value }: Datum) => {
    const part = inflow.parts.find(({ from }) => from === id)
    if (!part) return
    const figure = { ...wantedOf(shown), from: part.from, until: part.until }
    see({ title: t('followup.analytics.peopleGuests', { count: value }), line: words.days(part), figure })
  }
  return (
    <ChartCard
      heading={heading}
      note={t(inflow.by === 'week' ? 'followup.analytics.inflowByWeek' : 'followup.analytics.inflowByMonth')}
      kind="columns"
      data={data}
      sheet={{ headings, rows }}
    >
      <Columns data={data} beforeWord={beforeWord} onSee={onSee} />
    </ChartCard>
  )
}

/** Both pies: what visitors answered. */
export function AnswerCard({ shown, of }: One & { of: 'interest' | 'source' }) {
  const t = useTexts()
  const format = useFormat()
  const words = useAnalyticsWords()
  const see = useSeePeople()
  const title = t(of === 'interest' ? 'followup.analytics.interested' : 'followup.analytics.sources')
  const heading = useHeading(shown)(title)
  const { interest, sources, guests } = shown.figures
  const interestName = (answer: number | null) => t(interestWords[answer ?? -1] ?? 'followup.analytics.notSpecified')
  const answers = interest.map(({ answer, guests: value }) => ({ id: answer, label: interestName(answer), value }))
  const heard = sources.map(({ id, name, guests: value }) => ({
    id,
    label: name ?? t('followup.analytics.notSpecified'),
    value,
  }))
  const data = (of === 'interest' ? answers : heard).map(({ id, label, value }): Datum => {
    return { id: id === null ? 'none' : `${id}`, label, value, isHatched: id === null, ...words.parts(value, guests) }
  })
  const onSee = ({ id, label, value }: Datum) => {
    const part = of === 'interest' ? { interest: id as '0' } : { source: id }
    const line = words.days(shown.figures)
    see({ title: `${label}: ${format.number(value)}`, line, figure: { ...wantedOf(shown), ...part } })
  }
  const sheet = {
    headings: [t('followup.analytics.answer'), t('followup.analytics.inflowGuests'), t('followup.analytics.share')],
    rows: data.map(({ label, value }) => [label, format.number(value), words.note(value, guests)]),
  }
  return (
    <ChartCard heading={heading} kind="donut" data={data} sheet={sheet}>
      <Donut title={title} data={data} onSee={onSee} />
    </ChartCard>
  )
}

const bandWords = {
  within24: 'followup.analytics.contactWithin24',
  within36: 'followup.analytics.contactWithin36',
  within72: 'followup.analytics.contactWithin72',
  later: 'followup.analytics.contactLater',
  waiting: 'followup.analytics.contactWaiting',
} as const
type Band = keyof typeof bandWords

/** How soon guests were reached by a person. */
export function ContactCard({ shown }: One) {
  const t = useTexts()
  const format = useFormat()
  const words = useAnalyticsWords()
  const wait = useWaiting()
  const see = useSeePeople()
  const heading = useHeading(shown)(t('followup.analytics.contact'))
  const { bands, people, medianMinutes, p90Minutes } = shown.figures.firstContact
  if (people === 0) return null
  const names = Object.keys(bandWords) as Band[]
  const data = names.map((band): Datum => {
    const value = bands[band]
    const label = t(bandWords[band])
    return { id: band, label, value, isHatched: band === 'waiting', ...words.parts(value, people) }
  })
  const sheet = {
    headings: [
      t('followup.analytics.contactWhen'),
      t('followup.analytics.inflowGuests'),
      t('followup.analytics.share'),
    ],
    rows: data.map(({ label, value }) => [label, format.number(value), words.note(value, people)]),
  }
  const onSee = ({ id, label, value }: Datum) =>
    see({
      title: `${label}: ${format.number(value)}`,
      line: words.days(shown.figures),
      figure: { ...wantedOf(shown), contact: id as Band },
    })
  return (
    <ChartCard heading={heading} note={t('followup.analytics.contactNote')} kind="donut" data={data} sheet={sheet}>
      <Donut title={t('followup.analytics.contact')} data={data} onSee={onSee} />
      {medianMinutes !== null && p90Minutes !== null && (
        <p className={`small muted num ${classes['below']}`}>
          {t('followup.analytics.contactMedian', { median: wait(medianMinutes), p90: wait(p90Minutes) })}
        </p>
      )}
    </ChartCard>
  )
}
