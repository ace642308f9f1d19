import { useState } from 'react'
import { FailedDialog } from '../checkout/failed-dialog.tsx'
import { PaidDialog } from '../checkout/paid-dialog.tsx'
import { useReturn } from '../checkout/use-return.ts'
import { isSaidByDialog, useVerdictToast } from '../checkout/use-verdict-toast.ts'

/** Tells whoever went on paying from the list, and is back with the button of the browser, what became of it. */
export function Returned() {
  const { arrival, verdict } = useReturn()
  const [hidden, setHidden] = useState<number | null>(null)
  const purpose = verdict?.payment?.purpose ?? 'units'
  useVerdictToast(verdict, purpose)
  const at = arrival?.at ?? null
  const hide = () => setHidden(at)
  if (!verdict || hidden === at) return null
  if (verdict.kind === 'paid') return <PaidDialog payment={verdict.payment} onClose={hide} />
  return isSaidByDialog(verdict, purpose) && <FailedDialog verdict={verdict} onClose={hide} />
}
