import { Link } from '@tanstack/react-router'
import { readMyDay } from '#contract/followup/day.ts'
import {
  decideWelcomeEntries,
  listWelcomeEntries,
  readWelcomeForm,
  type WelcomeDecision,
  type WelcomeDoubt,
  type WelcomeEntry,
} from '#contract/followup/welcome.ts'
import { call } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts, type TextId } from '../../languages/index.ts'
import { groupPhone } from '../../languages/phone.ts'
import { paths } from '../../routing/paths.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Phone } from '../../ui/marks/phone.tsx'
import { Badge } from '../../ui/surfaces/badge.tsx'
import { Card } from '../../ui/surfaces/card.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { failureText, nameOf } from '../words.ts'
import classes from './welcome.module.css'

const doubtWords: Record<WelcomeDoubt, TextId> = {
  trap: 'followup.welcomeDoubt.trap',
  name: 'followup.welcomeDoubt.name',
  hurried: 'followup.welcomeDoubt.hurried',
  stale: 'followup.welcomeDoubt.stale',
  forged: 'followup.welcomeDoubt.forged',
  network: 'followup.welcomeDoubt.network',
  church: 'followup.welcomeDoubt.church',
  full: 'followup.welcomeDoubt.full',
}

const interestWords: readonly TextId[] = [
  'followup.welcomeInterest.yes',
  'followup.welcomeInterest.no',
  'followup.welcomeInterest.maybe',
]

const decisionWords: Record<WelcomeDecision, TextId> = {
  same_person: 'followup.welcome.samePerson',
  second_person: 'followup.welcome.secondPerson',
  enter: 'followup.welcome.enter',
  dismiss: 'followup.welcome.dismiss',
}

const doneWords: Record<WelcomeDecision, TextId> = {
  same_person: 'followup.welcomeDone.samePerson',
  second_person: 'followup.welcomeDone.secondPerson',
  enter: 'followup.welcomeDone.entered',
  dismiss: 'followup.welcomeDone.dismissed',
}

type Sent = { ids: string[]; decision: WelcomeDecision }

function useDecide() {
  const t = useTexts()
  return useCall((body: Sent) => call(decideWelcomeEntries, { body }), {
    refreshes: [listWelcomeEntries, readWelcomeForm, readMyDay],
    done: (_answer, { decision }) => toast.ok(t(doneWords[decision])),
    failed: (failure) => void toast.bad(t(failureText(failure))),
  })
}

/** What they agreed to and answered, as it was said. */
function Said({ entry }: { entry: WelcomeEntry }) {
  const t = useTexts()
  const format = useFormat()
  const { email, smsConsent, emailConsent, source, interest, place, at, phone } = entry
  const word = interest === null ? undefined : interestWords[interest]
  return (
    <ul className={classes['said']}>
      <li>
        <Phone value={groupPhone(phone)} />
      </li>
      {email && <li>{email}</li>}
      <li>{t(smsConsent ? 'followup.welcome.smsYes' : 'followup.welcome.smsNo')}</li>
      {emailConsent !== null && <li>{t(emailConsent ? 'followup.welcome.emailYes' : 'followup.welcome.emailNo')}</li>}
      {source && <li>{t('followup.welcome.heard', { source })}</li>}
      {word && <li>{t('followup.welcome.joins', { answer: t(word) })}</li>}
      <li>
        {place ? t('followup.welcome.atPlace', { at: format.shortDateTime(at), place }) : format.shortDateTime(at)}
      </li>
    </ul>
  )
}

/** Why it waits: who has the phone, or what was odd. */
function Why({ entry: { known, doubts } }: { entry: WelcomeEntry }) {
  const t = useTexts()
  if (!known)
    return (
      <p className={classes['why']}>
        {doubts.map((doubt) => (
          <Badge key={doubt} tone="warn">
            {t(doubtWords[doubt])}
          </Badge>
        ))}
      </p>
    )
  const { id, memberType } = known
  return (
    <p className={classes['why']}>
      <span className="muted">{t('followup.welcome.known')}</span>{' '}
      {memberType === null ? (
        <Link to={paths.person} params={{ id }}>
          {nameOf(known)}
        </Link>
      ) : (
        <Link to={paths.firstTimer} params={{ personId: id }} search={{ memberType }}>
          {nameOf(known)}
        </Link>
      )}
    </p>
  )
}

const choices: Record<WelcomeEntry['state'], readonly WelcomeDecision[]> = {
  claimed: ['same_person', 'second_person', 'dismiss'],
  doubtful: ['enter', 'dismiss'],
}

function Waiting({ entry }: { entry: WelcomeEntry }) {
  const t = useTexts()
  const decide = useDecide()
  return (
    <li>
      <div>
        <b>{nameOf(entry)}</b>
        <Said entry={entry} />
        <Why entry={entry} />
      </div>
      <div className={classes['acts']}>
        {choices[entry.state].map((decision) => (
          <Button
            key={decision}
            size="sm"
            kind={decision === 'dismiss' ? 'quiet' : 'outlined'}
            busy={decide.busy}
            onClick={() => decide.run({ ids: [entry.id], decision })}
          >
            {t(decision === 'dismiss' && entry.known ? 'followup.welcome.keep' : decisionWords[decision])}
          </Button>
        ))}
      </div>
    </li>
  )
}

/** What was said on the form and waits: of phones that somebody has, and what was odd. Nobody was changed by it. */
export function WaitingCard({ entries, total }: { entries: readonly WelcomeEntry[]; total: number }) {
  const t = useTexts()
  const decide = useDecide()
  const doubtful = entries.filter(({ state }) => state === 'doubtful').map(({ id }) => id)
  const all = (decision: WelcomeDecision) => (
    <Button size="sm" busy={decide.busy} onClick={() => decide.run({ ids: doubtful, decision })}>
      {t(decision === 'enter' ? 'followup.welcome.enterAll' : 'followup.welcome.dismissAll', {
        count: doubtful.length,
      })}
    </Button>
  )
  return (
    <Card title={t('followup.welcome.waiting', { count: total })} padded={false}>
      <p className={classes['intro']}>{t('followup.welcome.waitingHint')}</p>
      {doubtful.length > 1 && (
        <div className={classes['together']}>
          {all('enter')}
          {all('dismiss')}
        </div>
      )}
      <ul className={classes['waiting']}>
        {entries.map((entry) => (
          <Waiting key={entry.id} entry={entry} />
        ))}
      </ul>
    </Card>
  )
}
