import type { EmailDomain, EmailSettings } from '#contract/messaging/email-domain.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { Failed, Loading } from '../../ui/states/index.ts'
import { Note } from '../../ui/surfaces/note.tsx'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import { ClaimCard } from './claim-card.tsx'
import { DomainActs, Meanwhile, WhereToAdd } from './domain-aside.tsx'
import { DomainCard } from './domain-card.tsx'
import { useEmailSettings } from './queries.ts'
import { SenderCard } from './sender-card.tsx'
import classes from './email-domain.module.css'

/** What has happened to a domain that was in order, or that somebody else has. */
function StateNote({ domain: { name, state, lostAt }, address }: { domain: EmailDomain; address: string }) {
  const t = useTexts()
  const format = useFormat()
  if (state === 'held') return <Note tone="bad">{t('messaging.domain.held', { domain: name, address })}</Note>
  if (state !== 'lost' || !lostAt) return null
  return (
    <Note tone="bad">
      <p className="strong">{t('messaging.domain.lost', { domain: name, at: format.dateTime(lostAt) })}</p>
      <p className="small">{t('messaging.domain.lostText', { address })}</p>
    </Note>
  )
}

function Settings({ settings }: { settings: EmailSettings }) {
  const { domain, address, usualAddress } = settings
  return (
    <>
      {domain && <StateNote domain={domain} address={address} />}
      <div className={classes['board']}>
        <div className={classes['column']}>
          {domain ? <DomainCard domain={domain} /> : <ClaimCard usualAddress={usualAddress} />}
          <SenderCard key={domain?.name} settings={settings} />
        </div>
        <div className={classes['column']}>
          <Meanwhile settings={settings} />
          {domain && <WhereToAdd domain={domain} />}
          {domain && <DomainActs domain={domain} />}
        </div>
      </div>
    </>
  )
}

/** In whose name the church's emails go, and the domain that they come from. */
export function EmailSettingsPage() {
  const t = useTexts()
  const { data, isError, error, refetch } = useEmailSettings()
  const name = data?.domain?.name ?? 'gracechapel.example'
  return (
    <>
      <PageHeader title={t('messaging.domain.title')} back={{ to: paths.church, label: t('messaging.domain.back') }}>
        {t('messaging.domain.line', { address: `${data?.sender.localPart ?? 'news'}@${name}` })}
      </PageHeader>
      {!data && isError && <Failed failure={error} onRetry={() => void refetch()} />}
      {!data && !isError && <Loading rows={5} />}
      {data && <Settings settings={data} />}
    </>
  )
}
