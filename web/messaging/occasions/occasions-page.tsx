import { useQuery } from '@tanstack/react-query'
import { listDefaultMessages } from '#contract/messaging/default-messages.ts'
import { read } from '../../api/queries.ts'
import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { useCan } from '../../session/session.ts'
import { Failed, Loading } from '../../ui/states/index.ts'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import { OccasionCard } from './occasion-card.tsx'
import classes from './occasions.module.css'

/** What the church sends on the days of its people: the texts, and whether they go by themselves. */
export function OccasionsPage() {
  const t = useTexts()
  // Who may only write has no other settings.
  const hasSettings = useCan('church.manage')
  const { data, error, refetch } = useQuery(read(listDefaultMessages))
  return (
    <>
      <PageHeader
        title={t('messaging.occasions.title')}
        {...(hasSettings && { back: { to: paths.church, label: t('messaging.occasions.back') } })}
      >
        {t('messaging.occasions.text')}
      </PageHeader>
      {!data && (error ? <Failed failure={error} onRetry={() => void refetch()} /> : <Loading rows={4} />)}
      <div className={classes['board']}>
        {data?.map((message) => (
          <OccasionCard key={message.kind} message={message} />
        ))}
      </div>
    </>
  )
}
