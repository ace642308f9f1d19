import { Phrase, useTexts, type TextId } from '../../languages/index.ts'
import { useSupport } from '../../session/support.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { MailLink } from '../mail-link.tsx'
import { Art } from '../../ui/states/index.ts'
import type { Verdict } from './look-into.ts'
import classes from './checkout.module.css'

const reasons: Partial<Record<Verdict['kind'], TextId>> = {
  declined: 'billing.checkout.declined',
  review: 'billing.checkout.review',
  unconfirmed: 'billing.checkout.unconfirmedText',
  unreached: 'billing.checkout.unreachedText',
}

/** An upgrade that did not come about. */
export function FailedDialog({ verdict, onClose }: { verdict: Verdict; onClose: () => void }) {
  const t = useTexts()
  const email = useSupport()?.email
  const reason = reasons[verdict.kind]
  return (
    <Dialog open onClose={onClose} title={t('billing.checkout.oops')} art={<Art picture="closed" large />}>
      <div className={classes['mid']}>
        {reason && <p>{t(reason)}</p>}
        {email && (
          <p className="muted">
            <Phrase id="billing.checkout.contact" values={{ email }} parts={{ mail: <MailLink email={email} /> }} />
          </p>
        )}
        <Button kind="primary" size="lg" block onClick={onClose}>
          {t('ui.dialog.close')}
        </Button>
      </div>
    </Dialog>
  )
}
