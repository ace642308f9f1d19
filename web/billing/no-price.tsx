import { useState } from 'react'
import { Phrase, useTexts } from '../languages/index.ts'
import { useSupport } from '../session/support.ts'
import { Button } from '../ui/controls/button.tsx'
import { Dialog } from '../ui/controls/dialog.tsx'
import { Note } from '../ui/surfaces/note.tsx'
import { toast } from '../ui/toasts/index.ts'
import { MailLink } from './mail-link.tsx'

const texts = {
  units: 'billing.noPrice.units',
  subscription: 'billing.noPrice.subscription',
  account: 'billing.noPrice.account',
} as const

type NoPriceProps = { what: keyof typeof texts }

function Words({ what }: NoPriceProps) {
  const t = useTexts()
  const email = useSupport()?.email
  if (!email) return t('billing.noPrice.nobody')
  return <Phrase id={texts[what]} values={{ email }} parts={{ mail: <MailLink email={email} /> }} />
}

/** What cannot be bought in a currency, and whom to write to. */
export function NoPrice({ what }: NoPriceProps) {
  const t = useTexts()
  return (
    <div role="status">
      <Note tone="warn">
        <Words what={what} />
        {what !== 'units' && ` ${t('billing.noPrice.feedback')}`}
      </Note>
    </div>
  )
}

/** The same for units, said in a dialog as soon as the currency is chosen; the note stays for who comes back to it. */
export function NoUnitPrice() {
  const t = useTexts()
  const [isOpen, setOpen] = useState(true)
  const close = () => {
    setOpen(false)
    toast.info(t('billing.noPrice.feedback'))
  }
  const actions = (
    <Button kind="primary" onClick={close}>
      {t('ui.dialog.close')}
    </Button>
  )
  return (
    <>
      <NoPrice what="units" />
      <Dialog open={isOpen} onClose={close} title={t('billing.noPrice.title')} actions={actions}>
        <p>
          <Words what="units" />
        </p>
      </Dialog>
    </>
  )
}
