import { FIRST_HOUR, LAST_HOUR, type DefaultKind, type DefaultMessage } from '#contract/messaging/default-messages.ts'
import { SUBJECT_MAX_LENGTH } from '#contract/messaging/email-content.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts, type TextId } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { useCan, useSession } from '../../session/session.ts'
import { Button, ButtonLink } from '../../ui/controls/button.tsx'
import { AreaField, TextField } from '../../ui/controls/field.tsx'
import { SelectField } from '../../ui/controls/select-field.tsx'
import { Switch } from '../../ui/controls/switch.tsx'
import { IconMail, IconMessage } from '../../ui/icons.ts'
import { Badge } from '../../ui/surfaces/badge.tsx'
import { Card } from '../../ui/surfaces/card.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { senderState, useSenderIds } from '../sender/sender-ids.ts'
import classes from './occasions.module.css'
import { textIn, useOccasion, type Setting } from './use-occasion.ts'

const words: Record<DefaultKind, { title: TextId; hint: TextId; example: TextId }> = {
  birthday: {
    title: 'messaging.occasions.birthday',
    hint: 'messaging.occasions.birthdayHint',
    example: 'messaging.occasions.birthdayExample',
  },
  anniversary: {
    title: 'messaging.occasions.anniversary',
    hint: 'messaging.occasions.anniversaryHint',
    example: 'messaging.occasions.anniversaryExample',
  },
  welcome: {
    title: 'messaging.occasions.welcome',
    hint: 'messaging.occasions.welcomeHint',
    example: 'messaging.occasions.welcomeExample',
  },
  receipt: {
    title: 'messaging.occasions.receipt',
    hint: 'messaging.occasions.receiptHint',
    example: 'messaging.occasions.receiptExample',
  },
}

const problems: Partial<Record<NonNullable<DefaultMessage['problem']>['reason'], TextId>> = {
  not_enough_units: 'messaging.occasions.noUnits',
  sender_not_approved: 'messaging.occasions.noSender',
  gate_shut: 'messaging.pushScheduled.gateShut',
}

/** Languages that churches write in, each named in itself. */
const LANGUAGES = {
  en: 'English',
  fr: 'Français',
  pt: 'Português',
  sw: 'Kiswahili',
  yo: 'Yorùbá',
  ha: 'Hausa',
  ig: 'Igbo',
  ar: 'العربية',
} as const

const CHANNELS = ['sms', 'email', 'push'] as const
const channelTexts: Record<(typeof CHANNELS)[number], TextId> = {
  sms: 'messaging.occasions.sms',
  email: 'messaging.occasions.email',
  push: 'messaging.occasions.push',
}

const HOURS = Array.from({ length: LAST_HOUR - FIRST_HOUR + 1 }, (_, place) => FIRST_HOUR + place)

type Occasion = ReturnType<typeof useOccasion>
type PartProps = { occasion: Occasion; mayChange: boolean }

function Language({ occasion: { setting, change } }: PartProps) {
  const t = useTexts()
  return (
    <SelectField
      label={t('messaging.occasions.language')}
      value={setting.language}
      onChange={(event) => change({ language: event.target.value })}
    >
      {Object.entries(LANGUAGES).map(([tag, name]) => (
        <option key={tag} value={tag}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}

/** By what it goes, under which name, and from which hour. */
function Ways({ occasion: { setting, change }, mayChange }: PartProps) {
  const t = useTexts()
  const { clock } = useFormat()
  const approved = (useSenderIds().data ?? []).filter((one) => senderState(one) === 'approved')
  return (
    <>
      <SelectField
        label={t('messaging.occasions.channel')}
        value={setting.channel}
        disabled={!mayChange}
        onChange={(event) => change({ channel: CHANNELS.find((one) => one === event.target.value) ?? 'sms' })}
      >
        {CHANNELS.map((one) => (
          <option key={one} value={one}>
            {t(channelTexts[one])}
          </option>
        ))}
      </SelectField>
      {setting.channel === 'sms' && (
        <SelectField
          label={t('messaging.compose.senderId')}
          value={setting.senderId}
          disabled={!mayChange}
          onChange={(event) => change({ senderId: event.target.value })}
        >
          <option value="">{t('messaging.occasions.chooseSender')}</option>
          {approved.map(({ id, mask }) => (
            <option key={id} value={mask}>
              {mask}
            </option>
          ))}
        </SelectField>
      )}
      <SelectField
        label={t('messaging.occasions.hour')}
        value={String(setting.hour)}
        disabled={!mayChange}
        onChange={(event) => change({ hour: Number(event.target.value) })}
      >
        {HOURS.map((hour) => (
          <option key={hour} value={hour}>
            {clock(`${String(hour).padStart(2, '0')}:00`)}
          </option>
        ))}
      </SelectField>
    </>
  )
}

type UseProps = { id: string; channel: Setting['channel'] | null; mayBeEmail: boolean }

/** Begins a message of one's own with a text that is kept. */
function UseIt({ id, channel, mayBeEmail }: UseProps) {
  const t = useTexts()
  return (
    <>
      {channel !== 'email' && (
        <ButtonLink to={paths.composeSms} search={{ defaultId: id }} icon={IconMessage}>
          {t('messaging.occasions.use')}
        </ButtonLink>
      )}
      {mayBeEmail && (
        <ButtonLink to={paths.composeEmail} search={{ draftId: id }} icon={IconMail}>
          {t('messaging.occasions.useEmail')}
        </ButtonLink>
      )}
    </>
  )
}

/** One occasion: its text, and whether it goes by itself. */
export function OccasionCard({ message }: { message: DefaultMessage }) {
  const t = useTexts()
  const mayChange = useCan('messages.send')
  const { church } = useSession()
  const occasion = useOccasion(message)
  const { setting, text } = occasion
  const said = words[message.kind]
  const kept = textIn(message, setting.language)
  // What nothing sends by itself goes by whatever whoever sends it likes.
  const mayBeEmail = message.setting === null || setting.channel === 'email'
  const state = message.setting && (
    <Badge tone={message.setting.isOn ? 'ok' : 'neutral'}>
      {t(message.setting.isOn ? 'messaging.occasions.isOn' : 'messaging.occasions.isOff')}
    </Badge>
  )
  return (
    <Card title={t(said.title)} aside={state}>
      <div className="stack">
        {message.problem && (
          <Note tone="bad">{t(problems[message.problem.reason] ?? 'messaging.occasions.couldNotGo')}</Note>
        )}
        {message.setting ? (
          <Switch
            label={t('messaging.occasions.byItself')}
            hint={t(said.hint)}
            isOn={setting.isOn}
            disabled={!mayChange}
            onChange={(isOn) => occasion.change({ isOn })}
          />
        ) : (
          <p className="muted">{t(said.hint)}</p>
        )}
        <div className={classes['ways']}>
          <Language occasion={occasion} mayChange={mayChange} />
          {message.setting && <Ways occasion={occasion} mayChange={mayChange} />}
        </div>
        {mayBeEmail && (
          <TextField
            label={t('messaging.occasions.subject')}
            {...(message.setting && { hint: t('messaging.occasions.subjectHint'), placeholder: church.name })}
            maxLength={SUBJECT_MAX_LENGTH}
            dir="auto"
            autoComplete="off"
            readOnly={!mayChange}
            value={occasion.subject}
            onChange={(event) => occasion.setSubject(event.target.value)}
          />
        )}
        <AreaField
          label={t('messaging.occasions.message')}
          hint={t('messaging.occasions.messageHint')}
          placeholder={t(said.example)}
          rows={3}
          dir="auto"
          readOnly={!mayChange}
          value={text}
          onChange={(event) => occasion.setText(event.target.value)}
        />
        <div className={classes['acts']}>
          {mayChange && (
            <Button kind="primary" busy={occasion.busy} disabled={!occasion.mayBeSaved} onClick={occasion.save}>
              {t('messaging.occasions.save')}
            </Button>
          )}
          {mayChange && kept && <UseIt id={kept.id} {...{ mayBeEmail, channel: message.setting && setting.channel }} />}
          {message.sent > 0 && (
            <span className="small muted num">{t('messaging.occasions.sentSoFar', { count: message.sent })}</span>
          )}
        </div>
      </div>
    </Card>
  )
}
