import { useState, type SubmitEvent } from 'react'
import {
  freeTerms,
  meantBy,
  type GrantTerms,
  type Guardian,
  addGuardian,
  editGuardian,
  listGuardians,
} from '#contract/checkin/guardians.ts'
import { useAct } from '../../../api/use-act.ts'
import { useTexts } from '../../../languages/index.ts'
import { toast } from '../../../ui/toasts/index.ts'
import { usePicture } from '../persons/picture-chooser.tsx'
import { removeFamilyMember } from '#contract/checkin/family.ts'
import type { Result } from '#contract/endpoint.ts'
import { call } from '../../../api/call.ts'
import { useIdempotencyKey } from '../../../api/idempotency-key.ts'
import { putRead } from '../reading/use-read.ts'

export type GuardianList = Result<typeof listGuardians>

/** What the guardian's form gives. */
export type GuardianDraft = Pick<Guardian, 'firstName' | 'lastName' | 'phone' | 'gender' | 'pictureUrl'> & {
  terms: GrantTerms
}

/** Adds, changes and takes out; the list shows it as soon as the server has said yes. */
export function useGuardianActs(list: GuardianList) {
  const press = useIdempotencyKey()
  const show = (guardians: Guardian[]) => putRead(listGuardians, undefined, { ...list, guardians })
  const save = async (guardian: Guardian | null, body: GuardianDraft) => {
    if (guardian) {
      const saved = await call(editGuardian, { params: { id: guardian.personId }, body })
      return show(list.guardians.map((one) => (one.personId === saved.personId ? saved : one)))
    }
    const saved = await call(addGuardian, { body }, { idempotencyKey: press.keyFor(body) })
    press.done()
    return show([...list.guardians.filter(({ personId }) => personId !== saved.personId), saved])
  }
  const remove = async ({ personId }: Guardian) => {
    await call(removeFamilyMember, { query: { id: personId } })
    show(list.guardians.filter((one) => one.personId !== personId))
  }
  return { save, remove }
}

type GuardianFields = Pick<Guardian, 'firstName' | 'lastName'> & {
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
  const { busy: isBusy, failure, run } = useAct()
  const picture = usePicture(guardian?.pictureUrl ?? null)
  const faults = faultsOf(fields)
  const send = async () => {
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
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setChecked(true)
    const form = event.currentTarget
    const toFault = () => requestAnimationFrame(() => focusFirstFault(form))
    if (Object.values(faults).some(Boolean)) return void toFault()
    run(() =>
      send().catch((refused: unknown) => {
        toFault()
        throw refused
      }),
    )
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
