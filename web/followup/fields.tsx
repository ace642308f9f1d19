import type { FollowupSettings } from '#contract/followup/settings.ts'
import { useFormat } from '../languages/format.tsx'
import { useTexts, type TextId } from '../languages/index.ts'
import { TextField } from '../ui/controls/field.tsx'
import { SelectField } from '../ui/controls/select-field.tsx'
import formClasses from './form-page.module.css'
import { answerWords, genderWords, maritalWords, meansWords } from './words.ts'

/** What is asked of a visitor, as it stands in the fields; '' is not known. */
export type VisitorDraft = {
  firstName: string
  lastName: string
  phone: string
  email: string
  address: string
  gender: string
  maritalStatus: string
  birthDay: string
  birthMonth: string
  birthYear: string
  sourceId: string
  interest: string
  wantsVisit: string
  means: string
}

export const blankVisitor: VisitorDraft = {
  firstName: '',
  lastName: '',
  phone: '',
  email: '',
  address: '',
  gender: '',
  maritalStatus: '',
  birthDay: '',
  birthMonth: '',
  birthYear: '',
  sourceId: '',
  interest: '',
  wantsVisit: '',
  means: '',
}

export const numberOf = (text: string): number | null => (text.trim() === '' ? null : Number(text))
export const oneOf = <Word extends string>(words: Record<Word, unknown>, word: string): Word | null =>
  (Object.keys(words) as Word[]).find((each) => each === word) ?? null

type FieldsProps = {
  draft: VisitorDraft
  change: (part: Partial<VisitorDraft>) => void
  /** Fields that the server found wrong. */
  faults: Readonly<Record<string, string>>
}

type TextName = 'firstName' | 'lastName' | 'phone' | 'email' | 'address' | 'birthDay' | 'birthYear'

/** What is wrong with a field, in our words. */
function useFault(faults: FieldsProps['faults']) {
  const t = useTexts()
  const words: Record<string, TextId> = {
    phone: 'followup.fault.phone',
    email: 'followup.fault.email',
    birthDay: 'followup.fault.birthday',
    birthMonth: 'followup.fault.birthday',
    birthYear: 'followup.fault.birthday',
  }
  return (name: string) => (name in faults ? t(words[name] ?? 'followup.fault.field') : undefined)
}

function useTextField({ draft, change, faults }: FieldsProps) {
  const fault = useFault(faults)
  return (name: TextName) => ({
    value: draft[name],
    error: fault(name),
    autoComplete: 'off',
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => change({ [name]: currentTarget.value }),
  })
}

/** Name and how to reach them. */
export function ContactFields(props: FieldsProps) {
  const t = useTexts()
  const field = useTextField(props)
  return (
    <div className={formClasses['pair']}>
      <TextField {...field('firstName')} label={t('followup.addForm.firstName')} required maxLength={120} />
      <TextField {...field('lastName')} label={t('followup.addForm.lastName')} maxLength={120} />
      <TextField {...field('phone')} label={t('followup.addForm.phone')} type="tel" dir="ltr" maxLength={60} />
      <TextField {...field('email')} label={t('followup.addForm.email')} type="email" maxLength={254} />
    </div>
  )
}

type ChoiceName = 'gender' | 'maritalStatus' | 'sourceId' | 'interest' | 'wantsVisit' | 'means' | 'birthMonth'
type ChoiceProps = FieldsProps & { name: ChoiceName; label: TextId; choices: readonly (readonly [string, string])[] }

function Choice({ draft, change, faults, name, label, choices }: ChoiceProps) {
  const t = useTexts()
  const fault = useFault(faults)
  return (
    <SelectField
      label={t(label)}
      value={draft[name]}
      error={fault(name)}
      onChange={({ currentTarget }) => change({ [name]: currentTarget.value })}
    >
      <option value="">{t('followup.about.notKnown')}</option>
      {choices.map(([value, said]) => (
        <option key={value} value={value}>
          {said}
        </option>
      ))}
    </SelectField>
  )
}

/** Who they are: gender, marital status, birthday, address. */
export function PersonalFields(props: FieldsProps) {
  const t = useTexts()
  const format = useFormat()
  const field = useTextField(props)
  const worded = (words: Record<string, TextId>) =>
    Object.entries(words).map(([value, word]) => [value, t(word)] as const)
  const months = format.months().map((name, place) => [`${place + 1}`, name] as const)
  return (
    <>
      <div className={formClasses['pair']}>
        <Choice {...props} name="gender" label="followup.about.gender" choices={worded(genderWords)} />
        <Choice {...props} name="maritalStatus" label="followup.about.marital" choices={worded(maritalWords)} />
      </div>
      <div className={formClasses['birthday']}>
        <TextField {...field('birthDay')} label={t('followup.about.birthDay')} inputMode="numeric" maxLength={2} />
        <Choice {...props} name="birthMonth" label="followup.about.birthMonth" choices={months} />
        <TextField {...field('birthYear')} label={t('followup.about.birthYear')} inputMode="numeric" maxLength={4} />
      </div>
      <TextField {...field('address')} label={t('followup.about.address')} maxLength={300} />
    </>
  )
}

type Sources = FollowupSettings['sources']

/** What they answered. A retired source is shown to whoever has it and offered to nobody else. */
export function AnswerFields({ sources, withMeans, ...props }: FieldsProps & { sources: Sources; withMeans: boolean }) {
  const t = useTexts()
  const words = (list: readonly TextId[]) => list.map((word, place) => [`${place}`, t(word)] as const)
  const open = sources.filter(({ id, isRetired }) => !isRetired || `${id}` === props.draft.sourceId)
  const heard = open.map(({ id, name }) => [`${id}`, name] as const)
  return (
    <div className={formClasses['pair']}>
      <Choice {...props} name="sourceId" label="followup.about.source" choices={heard} />
      <Choice {...props} name="interest" label="followup.about.interest" choices={words(answerWords)} />
      <Choice {...props} name="wantsVisit" label="followup.about.wantsVisit" choices={words(answerWords)} />
      {withMeans && <Choice {...props} name="means" label="followup.about.means" choices={words(meansWords)} />}
    </div>
  )
}
