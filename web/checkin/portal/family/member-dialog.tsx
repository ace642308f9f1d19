import { useAct } from '../../../api/use-act.ts'
import { useState, type SubmitEvent } from 'react'
import { genderIds, type CareNote, type PortalMember } from '#contract/checkin/family.ts'
import { useTexts } from '../../../languages/index.ts'
import { Dialog } from '../../../ui/controls/dialog.tsx'
import { TextField } from '../../../ui/controls/field.tsx'
import { SelectField } from '../../../ui/controls/select-field.tsx'
import { toast } from '../../../ui/toasts/index.ts'
import { SaveFoot } from '../persons/confirm-dialog.tsx'
import { PictureChooser, usePicture } from '../persons/picture-chooser.tsx'
import { roleNames } from '../persons/roles.ts'
import { useFamilySession } from '../session/session.ts'
import { birthdayOf, dateOf, type MemberDraft } from './use-member-acts.ts'
import { presentTime } from '../../../device/clock.ts'
import { Button, IconButton } from '../../../ui/controls/button.tsx'
import { IconPlus, IconTrash } from '../../../ui/icons.ts'
import classes from './care-fields.module.css'

const NOTES_AT_MOST = 20

type CareFieldsProps = { care: CareNote[]; onChange: (care: CareNote[]) => void; showsFaults: boolean }

/** Allergies and medical notes: what it is and what to do, each in fields of its own. */
function CareFields({ care, onChange, showsFaults }: CareFieldsProps) {
  const t = useTexts()
  const change = (index: number, part: Partial<CareNote>) =>
    onChange(care.map((note, at) => (at === index ? { ...note, ...part } : note)))
  return (
    <section className={classes['care']} aria-label={t('portal.member.careTitle')}>
      <div>
        <h3>{t('portal.member.careTitle')}</h3>
        <p className="small muted">{t('portal.member.careText')}</p>
      </div>
      {care.map((note, index) => (
        <fieldset key={index} className={classes['note']}>
          <legend className="vh">{t('portal.member.careNumber', { number: index + 1 })}</legend>
          <SelectField
            label={t('portal.member.careKind')}
            value={note.kind}
            onChange={({ target }) => change(index, { kind: target.value === 'medical' ? 'medical' : 'allergy' })}
          >
            <option value="allergy">{t('portal.member.allergy')}</option>
            <option value="medical">{t('portal.member.medical')}</option>
          </SelectField>
          <TextField
            label={t('portal.member.careName')}
            value={note.name}
            maxLength={80}
            required
            autoComplete="off"
            error={showsFaults && note.name.trim() === '' ? t('portal.member.careNameMissing') : undefined}
            onChange={({ target }) => change(index, { name: target.value })}
          />
          <div className={classes['whole']}>
            <TextField
              label={t('portal.member.careInstruction')}
              aside={t('portal.grant.optional')}
              value={note.instruction}
              maxLength={200}
              autoComplete="off"
              onChange={({ target }) => change(index, { instruction: target.value })}
            />
          </div>
          <IconButton
            className={classes['remove']}
            label={t('portal.member.removeCare', { number: index + 1 })}
            icon={IconTrash}
            onClick={() => onChange(care.filter((_, at) => at !== index))}
          />
        </fieldset>
      ))}
      {care.length < NOTES_AT_MOST && (
        <div>
          <Button
            size="sm"
            icon={IconPlus}
            onClick={() => onChange([...care, { kind: 'allergy', name: '', instruction: '' }])}
          >
            {t('portal.member.addCare')}
          </Button>
        </div>
      )}
    </section>
  )
}

/** Guardians have a page of their own. */
const ROLES = [3, 4, 5, 1, 2, 7] as const

type MemberDialogProps = {
  /** Null: a new one. */
  member: PortalMember | null
  /** Adding somebody at an event's registration: wards mostly. */
  role?: number
  save: (member: PortalMember | null, draft: MemberDraft) => Promise<void>
  onClose: () => void
}

type Fields = { role: string; firstName: string; lastName: string; gender: string; birth: string }
type Faults = { role: boolean; firstName: boolean; care: boolean }

/** Most of a family share the last name of whoever adds them. */
const fieldsOf = (member: PortalMember | null, role: number | undefined, ownLastName: string): Fields => ({
  role: String(member?.familyRoleID ?? role ?? ''),
  firstName: member?.person.firstName ?? '',
  lastName: member ? member.person.lastName : ownLastName,
  gender: String(member?.person.genderID ?? ''),
  birth: member ? dateOf(member.person) : '',
})

const faultsOf = ({ role, firstName }: Fields, care: readonly CareNote[]): Faults => ({
  role: role === '',
  firstName: firstName.trim() === '',
  care: care.some(({ name }) => name.trim() === ''),
})

const trimmed = (care: readonly CareNote[]): CareNote[] =>
  care.map(({ kind, name, instruction }) => ({ kind, name: name.trim(), instruction: instruction.trim() }))

function useMemberForm({ member, role, save, onClose }: MemberDialogProps) {
  const t = useTexts()
  const ownLastName = useFamilySession()?.person.lastName ?? ''
  const [fields, setFields] = useState(() => fieldsOf(member, role, ownLastName))
  const [care, setCare] = useState<CareNote[]>(member?.person.care ?? [])
  const [shown, setShown] = useState<Faults | null>(null)
  const { busy: isBusy, failure, run } = useAct()
  const picture = usePicture(member?.person.pictureUrl ?? null)
  const send = async () => {
    const firstName = fields.firstName.trim()
    await save(member, {
      role: Number(fields.role),
      firstName,
      lastName: fields.lastName.trim(),
      genderID: Number(fields.gender) || null,
      ...birthdayOf(fields.birth, member?.person),
      care: trimmed(care),
      pictureUrl: await picture.upload(),
    })
    toast.ok(t(member ? 'portal.family.saved' : 'portal.family.added', { name: firstName }))
    onClose()
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const found = faultsOf(fields, care)
    setShown(found)
    const form = event.currentTarget
    if (Object.values(found).some(Boolean)) requestAnimationFrame(() => focusFirstFault(form))
    else run(send)
  }
  const change = (part: Partial<Fields>) => setFields({ ...fields, ...part })
  return { fields, change, care, setCare, faults: shown && faultsOf(fields, care), picture, isBusy, failure, submit }
}

const focusFirstFault = (form: HTMLElement) => form.querySelector<HTMLElement>('[aria-invalid]')?.focus()

/** Adds somebody to the family, or changes them. The picture is uploaded first. */
export function MemberDialog(props: MemberDialogProps) {
  const { member, onClose } = props
  const t = useTexts()
  const [today] = useState(() => presentTime().toISOString().slice(0, 10))
  const { fields, change, care, setCare, faults, picture, isBusy, failure, submit } = useMemberForm(props)
  return (
    <Dialog open onClose={onClose} title={t(member ? 'portal.family.update' : 'portal.family.addNew')}>
      <form className="stack" noValidate onSubmit={submit}>
        <SelectField
          label={`${t('portal.member.role')} *`}
          required
          value={fields.role}
          error={faults?.role ? t('portal.member.roleMissing') : undefined}
          onChange={(event) => change({ role: event.target.value })}
        >
          <option value="" disabled>
            {t('portal.member.chooseRole')}
          </option>
          {ROLES.map((role) => (
            <option key={role} value={role}>
              {t(roleNames[role])}
            </option>
          ))}
        </SelectField>
        <TextField
          label={`${t('portal.member.firstName')} *`}
          value={fields.firstName}
          required
          maxLength={120}
          autoComplete="off"
          error={faults?.firstName ? t('portal.member.firstNameMissing') : undefined}
          onChange={(event) => change({ firstName: event.target.value })}
        />
        <TextField
          label={t('portal.member.lastName')}
          value={fields.lastName}
          maxLength={120}
          autoComplete="off"
          onChange={(event) => change({ lastName: event.target.value })}
        />
        <SelectField
          label={t('portal.member.gender')}
          value={fields.gender}
          onChange={(event) => change({ gender: event.target.value })}
        >
          <option value="">{t('portal.member.notSaid')}</option>
          <option value={genderIds.male}>{t('portal.member.male')}</option>
          <option value={genderIds.female}>{t('portal.member.female')}</option>
        </SelectField>
        <TextField
          label={t('portal.member.birth')}
          hint={t('portal.member.birthHint')}
          type="date"
          min="1900-01-01"
          max={today}
          value={fields.birth}
          onChange={(event) => change({ birth: event.target.value })}
        />
        <PictureChooser
          picture={picture}
          firstName={fields.firstName}
          lastName={fields.lastName}
          hint={t('portal.member.pictureHint')}
        />
        <CareFields care={care} onChange={setCare} showsFaults={faults !== null} />
        <SaveFoot failure={failure} isBusy={isBusy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
