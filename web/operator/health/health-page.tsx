import { useQuery } from '@tanstack/react-query'
import { readHealth, type Health } from '#contract/operator/settings.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts, type TextId } from '../../languages/index.ts'
import { read } from '../../api/queries.ts'
import { Failed, Loading } from '../../ui/states/index.ts'
import { Badge, type Tone } from '../../ui/surfaces/badge.tsx'
import { Card } from '../../ui/surfaces/card.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import { Fact, Facts } from '../facts/facts.tsx'
import { SandboxNote } from '../facts/sandbox-note.tsx'
import { methodNames } from '../payments/payment-words.ts'
import classes from './health.module.css'

/** What the server notes of a call that failed, and how it is told. `status`: what was answered; `word`: the provider's own. */
const faults: readonly [RegExp, TextId][] = [
  [/refused our key/, 'operator.fault.key'],
  [/cannot be reached|could not be reached/, 'operator.fault.unreachable'],
  [/did not answer/, 'operator.fault.silent'],
  [/not its protocol|more than can be read|does not have\./, 'operator.fault.garbled'],
  [/refused(?: the call)?: (?<status>\d{3})(?: (?<word>[\w-]+))?\.$/, 'operator.fault.refused'],
  [/answered (?<status>\d{3})\.$/, 'operator.fault.answered'],
  [/did not take a mail: (?<word>.+)\.$/, 'operator.fault.mail'],
  [/no account with/, 'operator.fault.noAccount'],
]

const words: Record<string, TextId> = {
  not_found: 'operator.fault.notFound',
  unauthorized: 'operator.fault.unauthorized',
  rate_limit: 'operator.fault.tooMany',
}

/** Why a provider's last call failed, in words. */
function useFault() {
  const t = useTexts()
  return (sentence: string): string => {
    for (const [known, id] of faults) {
      const found = known.exec(sentence)
      if (!found) continue
      const { status = '', word = '' } = found.groups ?? {}
      const named = words[word]
      return t(id, { status, word: named ? t(named) : word.replaceAll('_', ' ') })
    }
    return t('operator.fault.other')
  }
}

const LOOK_AGAIN_MS = 15_000
/** A job that waits longer than this has nobody who does it. */
const LONG_WAIT_S = 600

type Provider = Health['providers'][number]

const stateNames: Record<Provider['state'], TextId> = {
  quiet: 'operator.health.quiet',
  well: 'operator.health.well',
  troubled: 'operator.health.troubled',
  down: 'operator.health.down',
}
const stateTexts: Record<Provider['state'], TextId> = {
  quiet: 'operator.health.quietText',
  well: 'operator.health.wellText',
  troubled: 'operator.health.troubledText',
  down: 'operator.health.downText',
}
const tones: Record<Provider['state'], Tone> = { quiet: 'neutral', well: 'ok', troubled: 'warn', down: 'bad' }

function Calls({ calls: { succeeded, failed } }: { calls: Provider['lastHour'] }) {
  const t = useTexts()
  const format = useFormat()
  if (succeeded + failed === 0) return <span className="muted">{t('operator.health.noCalls')}</span>
  return t('operator.health.calls', { succeeded: format.number(succeeded), failed: format.number(failed) })
}

const isMethod = (name: string): name is keyof typeof methodNames => name in methodNames

function useProviderName() {
  const t = useTexts()
  return ({ name }: Provider) => {
    if (name === 'mail') return t('operator.health.mail')
    if (name.startsWith('push:')) return t('operator.health.push', { service: name.slice('push:'.length) })
    if (name.startsWith('sms:')) return t('operator.health.sms', { gateway: name.slice('sms:'.length) })
    const method = name.slice('payments:'.length)
    return t('operator.health.payments', { provider: isMethod(method) ? t(methodNames[method]) : method })
  }
}

function ProviderCard({ provider }: { provider: Provider }) {
  const t = useTexts()
  const format = useFormat()
  const nameOf = useProviderName()
  const faultOf = useFault()
  const { state, lastHour, lastDay, lastSucceededAt, lastFailedAt, lastError } = provider
  const at = (when: string | null) => (when ? format.lately(when) : t('operator.health.notYet'))
  return (
    <Card title={nameOf(provider)} aside={<Badge tone={tones[state]}>{t(stateNames[state])}</Badge>}>
      <div className="stack-8">
        <p className="muted">{t(stateTexts[state])}</p>
        <Facts>
          <Fact label={t('operator.health.lastHour')}>
            <Calls calls={lastHour} />
          </Fact>
          <Fact label={t('operator.health.lastDay')}>
            <Calls calls={lastDay} />
          </Fact>
          <Fact label={t('operator.health.lastSucceeded')}>{at(lastSucceededAt)}</Fact>
          <Fact label={t('operator.health.lastFailed')}>{at(lastFailedAt)}</Fact>
        </Facts>
        {lastError && <Note tone="warn">{faultOf(lastError)}</Note>}
      </div>
    </Card>
  )
}

function DatabaseCard({ database: { answersInMs, sizeBytes } }: Pick<Health, 'database'>) {
  const t = useTexts()
  const format = useFormat()
  const { fileSize } = useFormat()
  return (
    <Card title={t('operator.health.database')} aside={<Badge tone="ok">{t('operator.health.answers')}</Badge>}>
      <Facts>
        <Fact label={t('operator.health.answersIn')}>
          {t('operator.health.milliseconds', { count: format.number(answersInMs) })}
        </Fact>
        <Fact label={t('operator.health.size')}>{fileSize(sizeBytes)}</Fact>
      </Facts>
    </Card>
  )
}

function JobsCard({ jobs: { waiting, running, failedLastDay, oldestWaitingS } }: Pick<Health, 'jobs'>) {
  const t = useTexts()
  const format = useFormat()
  const isStuck = oldestWaitingS !== null && oldestWaitingS > LONG_WAIT_S
  const tone = isStuck || failedLastDay > 0 ? 'warn' : 'ok'
  const state = tone === 'ok' ? 'operator.health.well' : 'operator.health.troubled'
  const oldest = oldestWaitingS ?? 0
  return (
    <Card title={t('operator.health.jobs')} aside={<Badge tone={tone}>{t(state)}</Badge>}>
      <div className="stack-8">
        <Facts>
          <Fact label={t('operator.health.waiting')}>{format.number(waiting)}</Fact>
          <Fact label={t('operator.health.running')}>{format.number(running)}</Fact>
          <Fact label={t('operator.health.givenUp')}>{format.number(failedLastDay)}</Fact>
          <Fact label={t('operator.health.oldest')}>
            {oldestWaitingS === null
              ? t('operator.health.noneWaits')
              : oldest < 120
                ? t('operator.health.seconds', { count: oldest })
                : t('operator.health.minutes', { count: Math.round(oldest / 60) })}
          </Fact>
        </Facts>
        {isStuck && <Note tone="warn">{t('operator.health.stuck')}</Note>}
      </div>
    </Card>
  )
}

/** How gateways, mail, database and jobs do; looked at again every fifteen seconds. */
export function HealthPage() {
  const t = useTexts()
  const format = useFormat()
  const { data, error, dataUpdatedAt, refetch } = useQuery({ ...read(readHealth), refetchInterval: LOOK_AGAIN_MS })
  return (
    <>
      <PageHeader title={t('operator.nav.health')}>
        {data && (
          <span className="num">{t('operator.health.line', { time: format.time(new Date(dataUpdatedAt)) })}</span>
        )}
      </PageHeader>
      <SandboxNote />
      {data && error && <Note tone="warn">{t('operator.health.stale')}</Note>}
      {data ? (
        <div className={classes['board']}>
          {data.providers.map((provider) => (
            <ProviderCard key={provider.name} provider={provider} />
          ))}
          <DatabaseCard database={data.database} />
          <JobsCard jobs={data.jobs} />
        </div>
      ) : (
        <Card padded={false}>{error ? <Failed failure={error} onRetry={() => void refetch()} /> : <Loading />}</Card>
      )}
    </>
  )
}
