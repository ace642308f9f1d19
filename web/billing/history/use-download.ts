import { useAct } from '../../api/use-act.ts'
import { downloadReceipt } from '#contract/billing/receipts.ts'
import { addressOf } from '../../api/call.ts'
import { useTexts } from '../../languages/index.ts'
import { saveFile } from '../../lists/list-export.ts'
import { toast } from '../../ui/toasts/index.ts'

/** One page. */
const ROWS = 1

/** Saves the receipt of a payment as a PDF, or says that it did not come. */
export function useDownload() {
  const t = useTexts()
  const { busy: isBusy, run } = useAct()
  const download = (paymentId: string) =>
    run(() =>
      saveFile(addressOf(downloadReceipt, { params: { id: paymentId } }), ROWS).catch(
        () => void toast.bad(t('billing.receipt.notSaved'), { text: t('billing.receipt.notSavedText') }),
      ),
    )
  return { isBusy, download }
}
