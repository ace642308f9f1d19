import { useState } from 'react'
import type { ApiFailure } from '../../api/call.ts'
import type { Calling } from '../../api/use-call.ts'
import { useTexts } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { CancelDialog } from './cancel-dialog.tsx'

type CancelRestProps = {
  /** How many it has not left for, for how many it has, and the units that come back. */
  count: number
  left: number
  units: number
  cancelling: Calling<void, unknown>
}

/** Says why the rest of a message could not be cancelled. */
export function useNotCancelled() {
  const t = useTexts()
  return ({ code }: ApiFailure) =>
    toast.bad(t(code === 'message_over' ? 'messaging.report.isOver' : 'messaging.report.notSteered'))
}

/** Calls back what has not left of a message, after a question. */
export function CancelRest({ cancelling, ...figures }: CancelRestProps) {
  const t = useTexts()
  const [isAsking, ask] = useState(false)
  const close = () => ask(false)
  return (
    <>
      <Button kind="danger" onClick={() => ask(true)}>
        {t('messaging.report.cancelRest')}
      </Button>
      {isAsking && (
        <CancelDialog
          {...figures}
          busy={cancelling.busy}
          onCancel={() => cancelling.run(undefined, { done: close, failed: close })}
          onClose={close}
        />
      )}
    </>
  )
}
