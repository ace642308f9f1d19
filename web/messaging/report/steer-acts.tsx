import { lazy, Suspense, useState } from 'react'
import { readSession } from '#contract/identity/session.ts'
import { listCampaigns, listRecipients, readCampaign, type CampaignReport } from '#contract/messaging/sent-sms.ts'
import { cancelCampaign, pauseCampaign, resumeCampaign } from '#contract/messaging/steering.ts'
import { call } from '../../api/call.ts'
import { read } from '../../api/queries.ts'
import { useCall } from '../../api/use-call.ts'
import { useTexts } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconPlayerPause, IconPlayerPlay } from '../../ui/icons.ts'
import { toast } from '../../ui/toasts/index.ts'
import { heldOf, leftOf } from './progress.ts'
import classes from './progress.module.css'

const CancelDialog = lazy(async () => ({ default: (await import('./cancel-dialog.tsx')).CancelDialog }))

const calls = { pause: pauseCampaign, resume: resumeCampaign, cancel: cancelCampaign } as const
type Act = keyof typeof calls

/** Pauses it, lets it go on, cancels what is left. */
function useSteering({ id }: CampaignReport) {
  const t = useTexts()
  return useCall((act: Act) => call(calls[act], { params: { id } }), {
    fills: read(readCampaign, { params: { id } }),
    refreshes: [listCampaigns, listRecipients, readSession],
    failed: ({ code }) =>
      toast.bad(t(code === 'message_over' ? 'messaging.report.isOver' : 'messaging.report.notSteered')),
  })
}

const isOver = ({ state, counts }: CampaignReport) =>
  state === 'finished' || state === 'cancelled' || counts.queued === 0

/** What can be done about a message while some of it has not left. */
export function SteerActs({ campaign }: { campaign: CampaignReport }) {
  const t = useTexts()
  const steering = useSteering(campaign)
  const [isAsking, ask] = useState(false)
  if (isOver(campaign)) return null
  const isPaused = campaign.state === 'paused'
  const next: Act = isPaused ? 'resume' : 'pause'
  return (
    <div className={classes['acts']}>
      <Button
        icon={isPaused ? IconPlayerPlay : IconPlayerPause}
        {...(isPaused && { kind: 'primary' as const })}
        busy={steering.sent === next}
        onClick={() => steering.run(next)}
      >
        {t(isPaused ? 'messaging.report.goOn' : 'messaging.report.pause')}
      </Button>
      <Button kind="danger" onClick={() => ask(true)}>
        {t('messaging.report.cancelRest')}
      </Button>
      <Suspense fallback={null}>
        {isAsking && (
          <CancelDialog
            count={campaign.counts.queued}
            left={leftOf(campaign)}
            units={heldOf(campaign)}
            busy={steering.busy}
            onCancel={() => steering.run('cancel', { done: () => ask(false), failed: () => ask(false) })}
            onClose={() => ask(false)}
          />
        )}
      </Suspense>
    </div>
  )
}
