import type { Action } from '#contract/followup/automation-rules.ts'
import { useTexts } from '../../languages/index.ts'
import { AreaField, TextField } from '../../ui/controls/field.tsx'
import { SelectField } from '../../ui/controls/select-field.tsx'
import classes from './automation.module.css'
import type { Editing } from './trigger-part.tsx'

type Fields<Kind extends Action['act']> = Editing<Extract<Action, { act: Kind }>>

function SmsFields({ value, choices, disabled, onChange }: Fields<'sms'>) {
  const t = useTexts()
  return (
    <>
      <SelectField
        label={t('followup.rule.sender')}
        value={value.senderId}
        disabled={disabled}
        onChange={({ currentTarget }) => onChange({ ...value, senderId: currentTarget.value })}
      >
        {[...new Set([...choices.senders, value.senderId])].map((mask) => (
          <option key={mask}>{mask}</option>
        ))}
      </SelectField>
      <TextArea {...{ value, disabled }} hint={t('followup.rule.smsHint')} most={1_600} onChange={onChange} />
    </>
  )
}

type Worded = Extract<Action, { text: string }>
type TextAreaProps<Kind extends Worded> = {
  value: Kind
  disabled: boolean
  hint: string
  most: number
  onChange: (value: Kind) => void
}

function TextArea<Kind extends Worded>({ value, disabled, hint, most, onChange }: TextAreaProps<Kind>) {
  const t = useTexts()
  return (
    <AreaField
      label={t('followup.rule.text')}
      hint={hint}
      rows={3}
      required
      maxLength={most}
      disabled={disabled}
      value={value.text}
      onChange={({ currentTarget }) => onChange({ ...value, text: currentTarget.value })}
    />
  )
}

function EmailFields({ value, disabled, onChange }: Fields<'email'>) {
  const t = useTexts()
  return (
    <>
      <TextField
        label={t('followup.rule.subject')}
        required
        maxLength={200}
        disabled={disabled}
        value={value.subject}
        onChange={({ currentTarget }) => onChange({ ...value, subject: currentTarget.value })}
      />
      <TextArea {...{ value, disabled }} hint={t('followup.rule.emailHint')} most={4_000} onChange={onChange} />
    </>
  )
}

function PushFields({ value, disabled, onChange }: Fields<'push'>) {
  const t = useTexts()
  return (
    <>
      <TextField
        label={t('followup.rule.title')}
        required
        maxLength={50}
        disabled={disabled}
        value={value.title}
        onChange={({ currentTarget }) => onChange({ ...value, title: currentTarget.value })}
      />
      <TextArea {...{ value, disabled }} hint={t('followup.rule.pushHint')} most={120} onChange={onChange} />
    </>
  )
}

const reminders = [30, 60, 1440] as const
const reminderWords = {
  30: 'followup.rule.reminder30',
  60: 'followup.rule.reminder60',
  1440: 'followup.rule.reminderDay',
} as const

function TaskFields({ value, choices, disabled, onChange }: Fields<'task'>) {
  const t = useTexts()
  return (
    <>
      <TextField
        label={t('followup.rule.instructions')}
        required
        maxLength={500}
        disabled={disabled}
        value={value.instructions}
        onChange={({ currentTarget }) => onChange({ ...value, instructions: currentTarget.value })}
      />
      <div className={classes['fields']}>
        <SelectField
          label={t('followup.rule.whose')}
          disabled={disabled}
          value={value.ownerId ?? ''}
          onChange={({ currentTarget }) => onChange({ ...value, ownerId: currentTarget.value || null })}
        >
          <option value="">{t('followup.rule.contactOwner')}</option>
          {choices.team.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t('followup.rule.due')}
          disabled={disabled}
          value={value.dueDays}
          onChange={({ currentTarget }) => onChange({ ...value, dueDays: Number(currentTarget.value) })}
        >
          {[...new Set([0, 1, 2, 3, 7, 14, value.dueDays])].map((days) => (
            <option key={days} value={days}>
              {t('followup.rule.dueDays', { days })}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t('followup.rule.reminder')}
          disabled={disabled}
          value={value.reminder ?? ''}
          onChange={({ currentTarget }) => {
            const reminder = reminders.find((minutes) => `${minutes}` === currentTarget.value) ?? null
            onChange({ ...value, reminder })
          }}
        >
          <option value="">{t('followup.rule.noReminder')}</option>
          {reminders.map((minutes) => (
            <option key={minutes} value={minutes}>
              {t(reminderWords[minutes])}
            </option>
          ))}
        </SelectField>
      </div>
    </>
  )
}

function StageField({ value, choices, disabled, onChange }: Fields<'stage'>) {
  const t = useTexts()
  return (
    <SelectField
      label={t('followup.rule.stage')}
      disabled={disabled}
      value={value.stageId}
      onChange={({ currentTarget }) => onChange({ ...value, stageId: Number(currentTarget.value) })}
    >
      {choices.stages
        .filter((stage) => !stage.isRetired || stage.id === value.stageId)
        .map(({ id, name, track }) => (
          <option key={id} value={id}>
            {track === 'first_timer' ? name : t('followup.rule.stageOfConverts', { name })}
          </option>
        ))}
    </SelectField>
  )
}

function OwnerField({ value, choices, disabled, onChange }: Fields<'owner'>) {
  const t = useTexts()
  return (
    <SelectField
      label={t('followup.rule.newOwner')}
      disabled={disabled}
      value={value.ownerId}
      onChange={({ currentTarget }) => onChange({ ...value, ownerId: currentTarget.value })}
    >
      {choices.team.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}

/** What belongs to one action. */
export function ActionFields({ value, ...editing }: Editing<Action>) {
  switch (value.act) {
    case 'sms':
      return <SmsFields {...editing} value={value} />
    case 'email':
      return <EmailFields {...editing} value={value} />
    case 'push':
      return <PushFields {...editing} value={value} />
    case 'task':
      return <TaskFields {...editing} value={value} />
    case 'stage':
      return <StageField {...editing} value={value} />
    case 'owner':
      return <OwnerField {...editing} value={value} />
  }
}
