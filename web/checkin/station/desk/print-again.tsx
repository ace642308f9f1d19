import type { Labels } from '#contract/checkin/station.ts'
import { ApiFailure } from '../../../api/call.ts'
import { useTexts } from '../../../languages/index.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { IconPrinter } from '../../../ui/icons.ts'
import { toast } from '../../../ui/toasts/index.ts'
import type { Desk } from './desk.ts'
import { failureText, useAct } from './use-act.ts'

type PrintAgainProps = {
  eventId: string
  registrationId: string
  desk: Pick<Desk, 'reprint'>
  onPrint: (labels: Labels) => void
}

/** The labels of a family that is in class once more: a sticker is lost, the tag was left in the car. */
export function PrintAgain({ eventId, registrationId, desk, onPrint }: PrintAgainProps) {
  const t = useTexts()
  const { busy, run } = useAct()
  const again = () =>
    run(async () => {
      try {
        onPrint(await desk.reprint({ eventId, registrationId }))
      } catch (failure) {
        if (!(failure instanceof ApiFailure)) throw failure
        toast.bad(failureText(failure, t))
      }
    })
  return (
    <Button icon={IconPrinter} busy={busy} onClick={again}>
      {t('checkin.station.printAgain')}
    </Button>
  )
}
