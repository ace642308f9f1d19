import { useState, type SubmitEvent } from 'react'
import { freeTerms, meantBy, type GrantTerms, type Guardian } from '#contract/checkin/guardians.ts'
import { useTexts } from '../../../languages/index.ts'
import { toast } from '../../../ui/toasts/index.ts'
import { usePicture } from '../shared/use-picture.ts'
import type { GuardianDraft } from './use-guardian-acts.ts'

export type GuardianFields = Pick<Guardian, 'firstName' | 'lastName'> & {
  phone: string
  gender: string
  terms: GrantTerms
}
export type GuardianFaults = { firstName: boolean; children: boolean; until: boolean }

/** Of the fields that say what a guardian may do. */
export type TermsProps = { terms: GrantTerms; onChange: (part: Partial<GrantTerms>) => void }

const fieldsOf = (guardian: Guardian | null): GuardianFields => ({
  firstName: guardian?.firstName ?? '',
  lastName: guardian?.lastName ?? '',
  phone: guardian?.phone ?? '',
  gender: guardian?.gender ?? '',
  terms: guardian?.terms ?? freeTerms,
})

const faultsOf = ({ firstName, terms }: GuardianFields): GuardianFaults => ({
  firstName: firstName.trim() === '',
  children: terms.childIds?.length === 0,
  until: terms.fromDay !== null && terms.untilDay !== null && terms.untilDay < terms.fromDay,
})

const genderOf = (value: string): Guardian['gender'] => (value === 'male' || value === 'female' ? value : null)

type FormProps = {
  guardian: Guardian | null
  save: (guardian: Guardian | null, draft: GuardianDraft) => Promise<void>
  onClose: () => void
}

export function useGuardianForm({ guardian, save, onClose }: FormProps) {
  const t = useTexts()
  const [fields, setFields] = useState(() => fieldsOf(guardian))
  const [isChecked, setChecked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const picture = usePicture(guardian?.pictureUrl ?? null)
  const faults = faultsOf(fields)
  const send = async (form: HTMLElement) => {
    setBusy(true)
    setFailure(null)
    try {
      const firstName = fields.firstName.trim()
      const pictureUrl = await picture.upload()
      await save(guardian, {
        firstName,
        lastName: fields.lastName.trim(),
        phone: fields.phone.trim() || null,
        gender: genderOf(fields.gender),
        pictureUrl,
        terms: meantBy(fields.terms),
      })
      toast.ok(t(guardian ? 'portal.family.saved' : 'portal.guardians.added', { name: firstName }))
      onClose()
    } catch (refused) {
      setFailure(refused)
      setBusy(false)
      requestAnimationFrame(() => focusFirstFault(form))
    }
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    setChecked(true)
    const form = event.currentTarget
    if (Object.values(faults).some(Boolean)) requestAnimationFrame(() => focusFirstFault(form))
    else void send(form)
  }
  return {
    fields,
    change: (part: Partial<GuardianFields>) => setFields({ ...fields, ...part }),
    changeTerms: (part: Partial<GrantTerms>) => setFields({ ...fields, terms: { ...fields.terms, ...part } }),
    faults: isChecked ? faults : null,
    picture,
    isBusy,
    failure,
    submit,
  }
}

const focusFirstFault = (form: HTMLElement) => form.querySelector<HTMLElement>('[aria-invalid]')?.focus()
