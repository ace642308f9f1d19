import { useTexts } from '../../lib/languages/index.ts'
import { useCan } from '../../lib/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconCreditCard } from '../../ui/icons.ts'
import { toast } from '../../ui/toasts/index.ts'
import { failureText } from '../failure-text.ts'
import { useOpenPortal, useSubscription } from '../queries.ts'

/** To the card provider's own page of cards and invoices, for churches that it knows; asked for when it is pressed. */
export function PortalButton() {
  const t = useTexts()
  const mayPay = useCan('billing.manage')
  const { data: subscription } = useSubscription()
  const portal = useOpenPortal()
  if (!mayPay || !subscription?.hasPortal) return null
  const open = () =>
    portal.mutate(undefined, {
      onSuccess: ({ data: page }) => (page ? location.assign(page) : void toast.info(t('billing.checkout.noPortal'))),
      onError: (failure) => void toast.bad(t(failureText(failure))),
    })
  return (
    <Button icon={IconCreditCard} busy={portal.isPending} onClick={open}>
      {t('billing.checkout.manage')}
    </Button>
  )
}
