import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { Registrable } from '#contract/checkin/registration.ts'
import { useTexts } from '../../../languages/index.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { IconPlus } from '../../../ui/icons.ts'
import { warmOwnFamily } from '../session/use-own-family.ts'
import classes from './registration.module.css'

const loadDialog = () => import('./ward-dialog.tsx')
const WardDialog = lazy(async () => ({ default: (await loadDialog()).WardDialog }))

type OpenerProps = {
  /** Whose form it is; null: of somebody new. */
  personId: string | null
  onSaved: () => void
  children: (open: () => void) => ReactNode
}

/** A button with the form of the family's page behind it, which comes when it is wanted. */
function Opener({ personId, onSaved, children }: OpenerProps) {
  const t = useTexts()
  const [isOpen, setOpen] = useState(false)
  const open = () => {
    warmOwnFamily()
    setOpen(true)
  }
  return (
    <>
      {children(open)}
      {isOpen && (
        <Suspense fallback={<span className="vh">{t('ui.state.loading')}</span>}>
          <WardDialog personId={personId} onSaved={onSaved} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

type AddWardProps = { label: string; kind?: 'primary' | 'quiet'; onAdded: () => void }

/** Somebody who is not in the family's list yet. */
export const AddWard = ({ label, kind = 'quiet', onAdded }: AddWardProps) => (
  <Opener personId={null} onSaved={onAdded}>
    {(open) => (
      <Button kind={kind} icon={IconPlus} onClick={open}>
        {label}
      </Button>
    )}
  </Opener>
)

type AddBirthDateProps = { person: Registrable; onAdded: () => void }

/** A child whose age nobody knows: with it the class that fits is suggested. */
export function AddBirthDate({ person: { personId, firstName }, onAdded }: AddBirthDateProps) {
  const t = useTexts()
  return (
    <div className={classes['ageless']}>
      <Opener personId={personId} onSaved={onAdded}>
        {(open) => (
          <Button
            kind="quiet"
            size="sm"
            icon={IconPlus}
            aria-label={t('portal.register.addBirthDateOf', { name: firstName })}
            onClick={open}
          >
            {t('portal.register.addBirthDate')}
          </Button>
        )}
      </Opener>
    </div>
  )
}
