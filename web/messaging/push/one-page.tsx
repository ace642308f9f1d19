import { useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { SentPush } from '#contract/messaging/push.ts'
import { ApiFailure } from '../../api/call.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts, type TextId } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { useCan } from '../../session/session.ts'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { IconMessage } from '../../ui/icons.ts'
import { BrandMark } from '../../ui/marks/brand-mark.tsx'
import { Empty, Failed, Loading } from '../../ui/states/index.ts'
import { Card } from '../../ui/surfaces/card.tsx'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import { useDayWords } from '../lists/when.ts'
import classes from './push.module.css'
import { useOnePush } from './queries.ts'
import { categoryTexts } from './written.ts'

// The figures are there at once, while the table is still on its way.
const Recipients = lazy(async () => ({ default: (await import('./recipients.tsx')).Recipients }))
const CancelRest = lazy(async () => ({ default: (await import('./cancel-rest.tsx')).CancelRest }))

type One = { push: SentPush }

/** When it was sent, by whom, and what it is about. */
function Line({ push: { sentAt, sentBy, category } }: One) {
  const t = useTexts()
  const format = useFormat()
  const day = useDayWords()
  const when = t('messaging.pushList.dayAndTime', { day: day(sentAt), time: format.time(sentAt) })
  const said = { when, name: sentBy }
  return category
    ? t('messaging.pushOne.lineAbout', { ...said, category: t(categoryTexts[category]) })
    : t('messaging.pushOne.line', said)
}

/** Who called the rest back. */
function Cancelled({ push: { cancelled } }: One) {
  const t = useTexts()
  const { lately } = useFormat()
  if (!cancelled) return null
  return (
    <p className={`small strong ${classes['cancelled']}`}>
      {t('messaging.report.cancelledBy', { name: cancelled.by, when: lately(cancelled.at) })}
    </p>
  )
}

/** How many of them have it. */
function Figures({ push }: One) {
  const t = useTexts()
  const { number } = useFormat()
  const { counts, recipients } = push
  const figures: readonly [TextId, number][] = [
    ['messaging.pushOne.recipients', recipients],
    ['messaging.pushOne.sent', counts.sent],
    ['messaging.pushOne.waiting', counts.queued],
    ['messaging.pushOne.notReached', counts.failed + counts.skipped],
  ]
  return (
    <Card title={t('messaging.pushOne.figures')}>
      <dl className={classes['figures']}>
        {figures.map(([word, count]) => (
          <div key={word}>
            <dt>{t(word)}</dt>
            <dd className="num">{number(count)}</dd>
          </div>
        ))}
      </dl>
      <Cancelled push={push} />
      <p className={`small ${classes['note']}`}>{t('messaging.pushOne.sentNote')}</p>
    </Card>
  )
}

function AsShown({ push: { title, message } }: One) {
  return (
    <div className={classes['screen']}>
      <div className={classes['shown']} dir="auto">
        <BrandMark />
        <b>{title}</b>
        <p>{message}</p>
      </div>
    </div>
  )
}

const isMissing = (failure: Error) =>
  failure instanceof ApiFailure && (failure.code === 'not_found' || failure.code === 'invalid_input')

function Page({ id }: { id: string }) {
  const t = useTexts()
  const canSend = useCan('messages.send')
  const { data: push, error, refetch } = useOnePush(id)
  const acts = canSend && push && (
    <>
      <ButtonLink to={paths.sendPush} search={{ messageId: id }} icon={IconMessage}>
        {t('messaging.pushOne.useAgain')}
      </ButtonLink>
      {push.counts.queued > 0 && push.state !== 'cancelled' && (
        <Suspense>
          <CancelRest push={push} />
        </Suspense>
      )}
    </>
  )
  return (
    <>
      <PageHeader
        title={push?.title ?? t('messaging.pushOne.title')}
        back={{ to: paths.sentPush, label: t('messaging.pushList.title') }}
        actions={acts}
      >
        {push && <Line push={push} />}
      </PageHeader>
      {!push && (error ? <Trouble error={error} onRetry={() => void refetch()} /> : <Loading rows={5} />)}
      {push && (
        <>
          <div className={classes['top']}>
            <Figures push={push} />
            <AsShown push={push} />
          </div>
          <Suspense fallback={<Loading rows={5} />}>
            <Recipients push={push} />
          </Suspense>
        </>
      )}
    </>
  )
}

function Trouble({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useTexts()
  if (!isMissing(error)) return <Failed failure={error} onRetry={onRetry} />
  return (
    <Empty
      title={t('messaging.pushOne.missingTitle')}
      picture="lens"
      action={<ButtonLink to={paths.sentPush}>{t('messaging.pushList.title')}</ButtonLink>}
    >
      {t('messaging.pushOne.missingText')}
    </Empty>
  )
}

/** One sent push notification: its text, and whom it reached. */
export function OnePage() {
  const { id } = useParams({ from: '/tenant/push-notification/list/$id' })
  return <Page key={id} id={id} />
}
