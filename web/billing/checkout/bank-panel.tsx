import type { Payment, Pricing } from '#contract/billing/payments.ts'
import { Phrase, useTexts } from '../../languages/index.ts'
import { useCan } from '../../session/session.ts'
import { useSupport } from '../../session/support.ts'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { IconBuildingBank, IconChevronDown, IconCopy } from '../../ui/icons.ts'
import { Note } from '../../ui/surfaces/note.tsx'
import { isOpen, useOpenPayments } from '../queries.ts'
import classes from './bank-panel.module.css'
import shared from './transfer.module.css'
import { toast } from '../../ui/toasts/index.ts'

type CopyLineProps = { label: string; value: string; isNumber?: boolean }

/** Something to be written on a transfer, and the way to copy it. */
export function CopyLine({ label, value, isNumber = false }: CopyLineProps) {
  const t = useTexts()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      toast.ok(t('billing.transfer.copied'))
    } catch {
      toast.warn(t('billing.transfer.notCopied'))
    }
  }
  return (
    <>
      <dt>{label}</dt>
      <dd>
        {isNumber ? (
          <bdi dir="ltr" className="num">
            {value}
          </bdi>
        ) : (
          value
        )}
        <IconButton label={t('billing.transfer.copy', { name: label })} icon={IconCopy} onClick={() => void copy()} />
      </dd>
    </>
  )
}

type BankPanelProps = {
  account: Pricing['bankAccount']
  purpose: Payment['purpose']
  /** Begins a transfer of what stands in the form. */
  onPay: () => void
  isBusy: boolean
  /** What stands in the form is not reckoned yet. */
  isWaiting: boolean
}

/** Where a transfer goes, and the way to begin one; a transfer that is waited for says it itself. */
export function BankPanel({ account, purpose, onPay, isBusy, isWaiting }: BankPanelProps) {
  const t = useTexts()
  const mayPay = useCan('billing.manage')
  const phone = useSupport()?.phone
  const { data } = useOpenPayments()
  const isWaitedFor = data?.items.some(
    (payment) => payment.purpose === purpose && payment.method === 'bank_transfer' && isOpen(payment),
  )
  if (!account || isWaitedFor) return null
  return (
    <details className={classes['panel']}>
      <summary>
        <IconBuildingBank size={20} stroke={1.75} aria-hidden="true" />
        {t('billing.transfer.title')}
        <IconChevronDown size={16} aria-hidden="true" />
      </summary>
      <div className={classes['inside']}>
        <dl className={shared['bank']}>
          <CopyLine label={t('billing.transfer.accountName')} value={account.accountName} />
          <CopyLine label={t('billing.transfer.accountNumber')} value={account.accountNumber} isNumber />
          <CopyLine label={t('billing.transfer.bank')} value={account.bank} />
          {account.note && <CopyLine label={t('billing.transfer.note')} value={account.note} />}
        </dl>
        <Note tone="info">
          {t('billing.transfer.first')}
          {phone && (
            <>
              {' '}
              <Phrase
                id="billing.transfer.phone"
                values={{ phone }}
                parts={{ b: <b className={`num ${shared['unbroken']}`} /> }}
              />
            </>
          )}
        </Note>
        {mayPay && (
          <div className={shared['acts']}>
            <Button icon={IconBuildingBank} busy={isBusy} disabled={isWaiting} onClick={onPay}>
              {t('billing.checkout.byTransfer')}
            </Button>
          </div>
        )}
      </div>
    </details>
  )
}
