import { lazy, Suspense, useState } from 'react'
import { useTexts } from '../../../lib/languages/index.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { IconPlus } from '../../../ui/icons.ts'
import { warmOwnFamily } from '../shared/use-own-family.ts'

const loadDialog = () => import('./ward-dialog.tsx')
const WardDialog = lazy(async () => ({ default: (await loadDialog()).WardDialog }))

type AddWardProps = { label: string; kind?: 'primary' | 'quiet'; onAdded: () => void }

/** Somebody who is not in the family's list yet; the form comes when it is wanted. */
export function AddWard({ label, kind = 'quiet', onAdded }: AddWardProps) {
  const t = useTexts()
  const [isOpen, setOpen] = useState(false)
  const open = () => {
    warmOwnFamily()
    setOpen(true)
  }
  return (
    <>
      <Button kind={kind} icon={IconPlus} onClick={open}>
        {label}
      </Button>
      {isOpen && (
        <Suspense fallback={<span className="vh">{t('ui.state.loading')}</span>}>
          <WardDialog onAdded={onAdded} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
