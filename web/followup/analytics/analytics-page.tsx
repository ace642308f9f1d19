import { useQuery } from '@tanstack/react-query'
import { readFirstTimerFigures, type GuestFigures } from '#contract/followup/analytics.ts'
import { read } from '../../api/queries.ts'
import { useTexts } from '../../languages/index.ts'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { SelectField } from '../../ui/controls/select-field.tsx'
import { IconChevronDown, IconPrinter } from '../../ui/icons.ts'
import { Empty, Failed, Loading } from '../../ui/states/index.ts'
import { Card } from '../../ui/surfaces/card.tsx'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import { comparisons, useAnalyticsSearch, type AnalyticsSearch } from './analytics-search.ts'
import classes from './analytics.module.css'
import { AnswerCard, ContactCard, FlowCard, InflowCard } from './charts.tsx'
import { MonthsCard } from './months-card.tsx'
import { PeopleDoor } from './people-door.tsx'
import { SourcesCard } from './sources-card.tsx'
import { Tiles, type Shown } from './tiles.tsx'
import { compareWords, ownerName, periodWords, useAnalyticsWords } from './words.ts'
import { useFormat } from '../../languages/format.tsx'

/** The last thirty days, whatever the overview shows. */
const usual = () => read(readFirstTimerFigures, { query: { compare: 'last_year' } })

function overview({ days = '30', owner, compare = 'last_year' }: AnalyticsSearch) {
  const query = { days, ...(owner && { owner }), ...(compare !== 'none' && { compare }) }
  return read(readFirstTimerFigures, { query })
}

type Choosing = ReturnType<typeof useAnalyticsSearch> & { owners: GuestFigures['owners']; ownerWord: string }

function Filters({ owners, search, change }: Choosing) {
  const t = useTexts()
  const { days = '30', owner = '', compare = 'last_year' } = search
  return (
    <div className={classes['filters']}>
      <SelectField
        label={t('followup.analytics.owner')}
        value={owner}
        onChange={({ target }) => change({ owner: target.value || undefined })}
      >
        <option value="">{t('followup.analytics.ownerAll')}</option>
        <option value="none">{t('followup.analytics.ownerNone')}</option>
        {owners.map((each) => (
          <option key={each.id} value={each.id}>
            {ownerName(each)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t('followup.analytics.period')}
        value={days}
        onChange={({ target }) => change({ days: target.value as '30' })}
      >
        {Object.entries(periodWords).map(([value, word]) => (
          <option key={value} value={value}>
            {t(word)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t('followup.analytics.compare')}
        value={compare}
        onChange={({ target }) => change({ compare: target.value as 'easter' })}
      >
        {comparisons.map((each) => (
          <option key={each} value={each}>
            {t(compareWords[each])}
          </option>
        ))}
      </SelectField>
    </div>
  )
}

/** Nobody came in the period: when the last one did, and a longer period. */
function Nobody({ shown: { figures }, change }: { shown: Shown; change: Choosing['change'] }) {
  const t = useTexts()
  const format = useFormat()
  const words = useAnalyticsWords()
  const last = figures.lastVisitOn
  const action = last && (
    <Button onClick={() => change({ days: '365' })}>
      {t('followup.analytics.nobodyLonger', { period: t('followup.analytics.period365') })}
    </Button>
  )
  return (
    <Card label={t('followup.analytics.overview')} padded={false}>
      <Empty title={t('followup.analytics.nobody')} action={action}>
        {words.days(figures)} {last && t('followup.analytics.nobodyLast', { day: format.day(last) })}
      </Empty>
    </Card>
  )
}

function Charts({ shown }: { shown: Shown }) {
  const t = useTexts()
  return (
    <>
      <Tiles shown={shown} label={t('followup.analytics.overview')} />
      <div className={classes['two']}>
        <FlowCard shown={shown} />
        <InflowCard shown={shown} />
        <AnswerCard shown={shown} of="interest" />
        <AnswerCard shown={shown} of="source" />
      </div>
      <SourcesCard shown={shown} />
      <ContactCard shown={shown} />
    </>
  )
}

/** On paper, where nothing is chosen: whose figures these are, and of which days. */
function Chosen({ figures, search: { days = '30' }, ownerWord }: Pick<Choosing, 'search' | 'ownerWord'> & Shown) {
  const t = useTexts()
  const words = useAnalyticsWords()
  const said = { period: t(periodWords[days]), days: words.days(figures), owner: ownerWord }
  return <p className={`muted num ${classes['chosen']}`}>{t('followup.analytics.chosen', said)}</p>
}

/** A period and an owner of one's own choice, in tiles and charts. */
function Overview(choosing: Choosing) {
  const t = useTexts()
  const { search, change, ownerWord } = choosing
  const { data, error, isPending, refetch } = useQuery({ ...overview(search), enabled: search.closed !== 'yes' })
  const shown = data && { figures: data, owner: search.owner }
  return (
    <details
      className={classes['overview']}
      open={search.closed !== 'yes'}
      onToggle={({ currentTarget }) => change({ closed: currentTarget.open ? undefined : 'yes' })}
    >
      <summary>
        <h2 className="serif">{t('followup.analytics.overview')}</h2>
        <IconChevronDown size={20} aria-hidden="true" />
      </summary>
      <Filters {...choosing} />
      {data && <Chosen figures={data} search={search} ownerWord={ownerWord} />}
      <div className={classes['stack']}>
        {isPending && <Loading rows={5} />}
        {error && <Failed failure={error} onRetry={() => void refetch()} />}
        {shown && (shown.figures.guests > 0 ? <Charts shown={shown} /> : <Nobody shown={shown} change={change} />)}
      </div>
    </details>
  )
}

function Whole({ figures }: { figures: GuestFigures }) {
  const t = useTexts()
  const choosing = useAnalyticsSearch()
  const { owner } = choosing.search
  const one = figures.owners.find(({ id }) => id === owner)
  const ownerWord = one
    ? ownerName(one)
    : t(owner === 'none' ? 'followup.analytics.ownerNone' : 'followup.analytics.ownerAll')
  return (
    <PeopleDoor>
      <div className={classes['stack']}>
        <Tiles shown={{ figures }} label={t('followup.analytics.period30')} withSource />
        <Overview {...choosing} owners={figures.owners} ownerWord={ownerWord} />
        <MonthsCard owner={owner} ownerWord={ownerWord} />
      </div>
    </PeopleDoor>
  )
}

/** First-timers counted: every figure says how, and opens the people behind it. */
export function AnalyticsPage() {
  const t = useTexts()
  const words = useAnalyticsWords()
  const { church } = useSession()
  const { data, error, isPending, refetch } = useQuery(usual())
  const print = (
    <Button icon={IconPrinter} className={classes['print']} onClick={() => window.print()}>
      {t('followup.analytics.print')}
    </Button>
  )
  return (
    <>
      <p className={`serif ${classes['chosen']}`}>{church.name}</p>
      <PageHeader title={t('followup.analytics.title')} actions={print}>
        {data && t('followup.analytics.line', { period: t('followup.analytics.period30'), days: words.days(data) })}{' '}
        {data && <span className={classes['press']}>{t('followup.analytics.press')}</span>}
      </PageHeader>
      {data ? (
        <Whole figures={data} />
      ) : (
        <Card label={t('followup.analytics.title')} padded={false}>
          {isPending && <Loading rows={5} />}
          {error && <Failed failure={error} onRetry={() => void refetch()} />}
        </Card>
      )}
    </>
  )
}
