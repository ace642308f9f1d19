import { useDownload } from './use-download.ts'
import { useState } from 'react'
import type { Payment } from '#contract/billing/payments.ts'
import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { useCan } from '../../session/session.ts'
import { MenuAnchor, MenuItem, MenuLink } from '../../ui/data-table/index.ts'
import { IconCreditCard, IconDownload, IconReceipt, IconX } from '../../ui/icons.ts'
import { providerNames } from '../checkout/own-page.tsx'
import { isUnpaid } from './payment-words.ts'
import { useLeaveByLink } from '../checkout/use-paying.ts'
import { GiveUp } from '../checkout/give-up.tsx'

function Leaving({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const t = useTexts()
  return (
    <GiveUp payment={payment} onClose={onClose}>
      {payment.method === 'bank_transfer'
        ? t('billing.transfer.giveUpText')
        : t('billing.checkout.giveUpText', { provider: providerNames[payment.method] })}
    </GiveUp>
  )
}

type ActsProps = { payment: Payment; mayPay: boolean; onGiveUp: (payment: Payment) => void }

function PaymentActs({ payment, mayPay, onGiveUp }: ActsProps) {
  const t = useTexts()
  const { download } = useDownload()
  const leaveFor = useLeaveByLink()
  return (
    <>
      {payment.receiptNumber && (
        <>
          <MenuLink to={paths.receipt} params={{ id: payment.id }} icon={IconReceipt}>
            {t('billing.receipt.see')}
          </MenuLink>
          <MenuItem icon={IconDownload} onPick={() => download(payment.id)}>
            {t('billing.receipt.download')}
          </MenuItem>
        </>
      )}
      {mayPay && payment.checkoutUrl && (
        <MenuAnchor href={payment.checkoutUrl} icon={IconCreditCard} onClick={leaveFor(payment)}>
          {t('billing.checkout.continue')}
        </MenuAnchor>
      )}
      {mayPay && isUnpaid(payment) && (
        <MenuItem icon={IconX} isDanger onPick={() => onGiveUp(payment)}>
          {t('billing.transfer.giveUp')}
        </MenuItem>
      )}
    </>
  )
}

/** What can be done with one payment, and the question before it is given up. */
export function usePaymentActs() {
  const mayPay = useCan('billing.manage')
  const [leaving, setLeaving] = useState<Payment | null>(null)
  return {
    acts: (payment: Payment) =>
      (payment.receiptNumber !== null || (mayPay && isUnpaid(payment))) && (
        <PaymentActs payment={payment} mayPay={mayPay} onGiveUp={setLeaving} />
      ),
    dialog: leaving && <Leaving payment={leaving} onClose={() => setLeaving(null)} />,
  }
}
