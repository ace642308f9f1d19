import { useState } from 'react'
import type { DayCard } from '#contract/followup/day.ts'
import { outcomes, type Channel, type Outcome } from '#contract/followup/look-ups.ts'
import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { AnchorButton, Button, ButtonLink } from '../../ui/controls/button.tsx'
import { AreaField } from '../../ui/controls/field.tsx'
import { IconBrandWhatsapp, IconCircleCheck, IconMail, IconMessage, IconNote, IconPhone } from '../../ui/icons.ts'
import { nameOf, outcomeWords } from '../words.ts'
import classes from './hub.module.css'
import { SnoozeMenu } from './snooze-menu.tsx'
import { comesBack, useOutcome } from './use-outcome.ts'

type Reached = Pick<
  DayCard,
  'personId' | 'firstName' | 'lastName' | 'phone' | 'email' | 'smsRefused' | 'emailRefused' | 'memberType'
>

const quiet = { kind: 'quiet', size: 'sm' } as const

/** The phone and WhatsApp are opened; when one is back, the outcomes stand ready. */
function Ways({ reached, use }: { reached: Reached; use: (channel: Channel) => void }) {
  const t = useTexts()
  const { personId, phone, email, smsRefused, emailRefused, memberType } = reached
  const page = { to: paths.firstTimer, params: { personId }, search: { memberType }, ...quiet } as const
  return (
    <>
      {phone && (
        <>
          <AnchorButton {...quiet} icon={IconPhone} href={`tel:${phone}`} onClick={() => use('call')}>
            {t('followup.way.call')}
          </AnchorButton>
          <AnchorButton
            {...quiet}
            icon={IconBrandWhatsapp}
            href={`https://wa.me/${phone.slice(1)}`}
            target="_blank"
            rel="noopener"
            onClick={() => use('whatsapp')}
          >
            {t('followup.way.whatsapp')}
          </AnchorButton>
        </>
      )}
      {phone && !smsRefused && (
        <ButtonLink {...page} icon={IconMessage} hash="sms">
          {t('followup.way.sms')}
        </ButtonLink>
      )}
      {email && !emailRefused && (
        <ButtonLink {...page} icon={IconMail} hash="email">
          {t('followup.way.email')}
        </ButtonLink>
      )}
    </>
  )
}

type OutcomesProps = { reached: Reached; busy: boolean; onSay: (outcome: Outcome, text: string) => void }

/** How it went, in one press; a note beside it where there is something to say. */
function Outcomes({ reached, busy, onSay }: OutcomesProps) {
  const t = useTexts()
  const [note, setNote] = useState<string | null>(null)
  return (
    <div className={classes['said']}>
      {note !== null && (
        <AreaField
          label={t('followup.write.note')}
          value={note}
          rows={2}
          maxLength={4000}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
      )}
      <div className={classes['outcomes']}>
        {outcomes.map((outcome) => (
          <Button key={outcome} size="sm" busy={busy} onClick={() => onSay(outcome, (note ?? '').trim())}>
            {t(outcomeWords[outcome])}
            {comesBack[outcome] !== undefined && (
              <span className="small muted">{t('followup.day.inDays', { days: comesBack[outcome] })}</span>
            )}
          </Button>
        ))}
      </div>
      <div className="row">
        {note === null && (
          <Button {...quiet} icon={IconNote} onClick={() => setNote('')}>
            {t('followup.day.addNote')}
          </Button>
        )}
        <SnoozeMenu personId={reached.personId} name={nameOf(reached)} />
      </div>
    </div>
  )
}

/** One press reaches them; the next says how it went. */
export function Reach({ reached }: { reached: Reached }) {
  const t = useTexts()
  const [channel, setChannel] = useState<Channel | null>(null)
  const save = useOutcome(reached, () => setChannel(null))
  return (
    <>
      <div className={classes['ways']}>
        <Ways reached={reached} use={setChannel} />
        <Button
          size="sm"
          icon={IconCircleCheck}
          onClick={() => setChannel(channel ? null : 'call')}
          aria-expanded={channel !== null}
        >
          {t('followup.way.outcome')}
        </Button>
      </div>
      {channel && (
        <Outcomes reached={reached} busy={save.busy} onSay={(outcome, text) => save.run({ channel, outcome, text })} />
      )}
    </>
  )
}
