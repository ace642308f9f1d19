import { useEffect, useEffectEvent, useState } from 'react'
import { readHome } from '#contract/checkin/registration.ts'
import { useTexts } from '../../../lib/languages/index.ts'
import { PageHeader } from '../../../ui/surfaces/page-header.tsx'
import { keepPasses } from '../shared/kept-passes.ts'
import { Later } from '../shared/later.tsx'
import { isPushToOffer } from '../shared/push-memory.ts'
import { Spinner } from '../shared/spinner.tsx'
import { useRead } from '../shared/use-read.ts'
import { ClassCall } from './class-call.tsx'
import { HomeOffline, OfflineNote } from './home-offline.tsx'
import { NextEvent } from './next-event.tsx'
import { Passes } from './passes.tsx'
import { Prompt } from './prompt.tsx'

/** A class that asks for a parent is seen within this time while the screen is looked at. */
const LOOK_AGAIN_MS = 20_000

function useLookAgain(reload: () => void): void {
  const look = useEffectEvent(() => {
    if (document.visibilityState === 'visible') reload()
  })
  useEffect(() => {
    const timer = setInterval(() => look(), LOOK_AGAIN_MS)
    const onSeen = () => look()
    document.addEventListener('visibilitychange', onSeen)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onSeen)
    }
  }, [])
}

const loadPushOffer = async () => (await import('../push/push-offer.tsx')).PushOffer

/** The family's dashboard: what it can do next. */
export function HomePage() {
  const t = useTexts()
  const { data, failure, reload } = useRead(readHome)
  useLookAgain(reload)
  // What is answered on this screen stays on it until it is left.
  const [isOffered] = useState(isPushToOffer)
  useEffect(() => {
    if (data) void keepPasses(data.passes)
  }, [data])
  if (!data) return failure === undefined ? <Spinner /> : <HomeOffline failure={failure} onRetry={reload} />
  return (
    <>
      <div role="status" className={data.calls.length > 0 ? 'stack-8' : 'vh'}>
        {data.calls.map((one) => (
          <ClassCall key={one.id} call={one} onAnswered={reload} />
        ))}
      </div>
      <PageHeader title={t('portal.home.welcome', { name: data.welcomeName })} tabTitle={t('portal.shell.home')}>
        <Prompt home={data} />
      </PageHeader>
      {failure !== undefined && <OfflineNote onRetry={reload} />}
      <NextEvent event={data.next} hasMembers={data.members > 0} />
      {data.passes.length > 0 && <Passes passes={data.passes} />}
      {data.passes.length > 0 && isOffered && <Later calm load={loadPushOffer} />}
    </>
  )
}
