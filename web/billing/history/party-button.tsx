import { useState } from 'react'
import type { BillingParty } from '#contract/billing/subscription.ts'
import { textOf, useFormCall } from '../../api/use-act.ts'
import { useTexts } from '../../languages/index.ts'
import { useCan } from '../../session/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { TextField } from '../../ui/controls/field.tsx'
import { FormFoot } from '../../ui/forms/form-foot.tsx'
import { IconReceipt } from '../../ui/icons.ts'
import { Note } from '../../ui/surfaces/note.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { failureText } from '../failure-text.ts'
import { useBillingParty, useSaveBillingParty } from '../queries.ts'

function PartyDialog({ party, onClose }: { party: BillingParty; onClose: () => void }) {
  const t = useTexts()
  const save = useSaveBillingParty()
  const { busy, failure, onSubmit } = useFormCall(async (form: FormData) => {
    await save.send({ legalName: textOf(form, 'legalName').trim(), taxNumber: textOf(form, 'taxNumber').trim() })
    toast.ok(t('billing.party.saved'))
    onClose()
  })
  return (
    <Dialog open onClose={onClose} title={t('billing.party.title')}>
      <form className="stack" onSubmit={onSubmit}>
        <p className="muted">{t('billing.party.text')}</p>
        <TextField
          label={t('billing.party.legalName')}
          name="legalName"
          defaultValue={party.legalName}
          maxLength={160}
          autoComplete="organization"
        />
        <TextField
          label={t('billing.party.taxNumber')}
          name="taxNumber"
          defaultValue={party.taxNumber}
          maxLength={40}
        />
        <FormFoot note={failure && <Note tone="bad">{t(failureText(failure))}</Note>}>
          <Button onClick={onClose}>{t('ui.dialog.close')}</Button>
          <Button type="submit" kind="primary" busy={busy}>
            {t('billing.party.save')}
          </Button>
        </FormFoot>
      </form>
    </Dialog>
  )
}

/** As whom the church wants its receipts; for whoever keeps its money. */
export function PartyButton() {
  const t = useTexts()
  const mayPay = useCan('billing.manage')
  const { data } = useBillingParty()
  const [isOpen, setOpen] = useState(false)
  if (!mayPay || !data) return null
  return (
    <>
      <Button icon={IconReceipt} onClick={() => setOpen(true)}>
        {t('billing.party.title')}
      </Button>
      {isOpen && <PartyDialog party={data} onClose={() => setOpen(false)} />}
    </>
  )
}
