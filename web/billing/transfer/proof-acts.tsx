import { useState } from 'react'
import type { Payment } from '#contract/billing/payments.ts'
import { useTexts } from '../../lib/languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconUpload } from '../../ui/icons.ts'
import { PayDialog } from '../checkout/pay-dialog.tsx'
import { usePaying } from '../checkout/use-paying.ts'
import { usePricing } from '../queries.ts'
import { GiveUp } from './give-up.tsx'
import { ProofDialog, type Instead } from './proof-dialog.tsx'
import classes from './transfer.module.css'

function Proofs({ proofs }: Pick<Payment, 'proofs'>) {
  const t = useTexts()
  if (proofs.length === 0) return null
  return (
    <ul className={classes['proofs']} aria-label={t('billing.transfer.proofs')}>
      {proofs.map(({ id, fileName }) => (
        <li key={id} className="clip">
          <bdi>{fileName}</bdi>
        </li>
      ))}
    </ul>
  )
}

type PayInsteadProps = { payment: Payment; instead: Instead; onClose: () => void }

/** The purchase of a transfer, paid on a provider's page instead: the transfer is given up for it. */
function PayInstead({ payment, instead: { order, units }, onClose }: PayInsteadProps) {
  const t = useTexts()
  const paying = usePaying(order, { replaces: payment.id })
  const { data } = usePricing(payment.currency)
  const close = () => {
    paying.close()
    onClose()
  }
  return (
    <PayDialog
      paying={{ ...paying, close }}
      order={order}
      what={t('billing.transfer.forUnits', { units })}
      providers={data?.providers[payment.purpose] ?? []}
      hasBank={false}
    />
  )
}

/** Sends the proof of a transfer, or gives the transfer up. */
export function ProofActs({ payment }: { payment: Payment }) {
  const t = useTexts()
  const [asked, setAsked] = useState<'proof' | 'giveUp' | Instead | null>(null)
  const close = () => setAsked(null)
  const isFirst = payment.proofs.length === 0
  return (
    <>
      <Proofs proofs={payment.proofs} />
      <div className={classes['acts']}>
        <Button icon={IconUpload} kind={isFirst ? 'primary' : 'outlined'} onClick={() => setAsked('proof')}>
          {t(isFirst ? 'billing.transfer.sendProof' : 'billing.transfer.sendAnother')}
        </Button>
        {payment.state !== 'review' && (
          <Button kind="quiet" onClick={() => setAsked('giveUp')}>
            {t('billing.transfer.giveUp')}
          </Button>
        )}
      </div>
      {asked === 'giveUp' && (
        <GiveUp payment={payment} onClose={close}>
          {t('billing.transfer.giveUpText')}
        </GiveUp>
      )}
      {asked === 'proof' && <ProofDialog payment={payment} onClose={close} onContinue={setAsked} />}
      {asked !== null && typeof asked === 'object' && <PayInstead payment={payment} instead={asked} onClose={close} />}
    </>
  )
}
