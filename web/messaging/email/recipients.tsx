import {
  exportEmailRecipients,
  type EmailRecipient,
  type EmailSaid,
  type SentEmail,
} from '#contract/messaging/emails.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts, type TextId } from '../../languages/index.ts'
import { useListExport, type ExportColumn } from '../../lists/list-export.ts'
import { listFilter, oneOf } from '../../lists/list-filter.ts'
import { paths } from '../../routing/paths.ts'
import { useCan, useSession } from '../../session/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { DataTable, RowLink, type Columns } from '../../ui/data-table/index.ts'
import { Empty, NoMatch } from '../../ui/states/index.ts'
import { Badge, type Tone } from '../../ui/surfaces/badge.tsx'
import { reasonWords, stateWords } from '../report/state-words.ts'
import classes from './email.module.css'
import { useRecipients } from './queries.ts'

type One = { recipient: EmailRecipient }

/** The name, which opens the person who has the address now. */
function Who({ recipient: { name, phone, personId } }: One) {
  const t = useTexts()
  const canRead = useCan('people.read')
  const words = name || t('messaging.emailOne.noName')
  return (
    <>
      {personId && canRead ? (
        <RowLink to={paths.person} params={{ id: personId }} className={classes['title']}>
          {words}
        </RowLink>
      ) : (
        <span className={classes['title']}>{words}</span>
      )}
      <span className={`${classes['below']} small muted`}>{phone}</span>
    </>
  )
}

type Said = { word: TextId; tone: Tone; text: TextId }

/** What came back, which says more than the state of it. */
const saidWords: Record<EmailSaid, Said> = {
  hard: { word: 'messaging.emailOne.bouncedOne', tone: 'bad', text: 'messaging.emailOne.hardText' },
  soft: { word: 'messaging.emailOne.softOne', tone: 'warn', text: 'messaging.emailOne.softText' },
  complaint: { word: 'messaging.emailOne.spamOne', tone: 'bad', text: 'messaging.emailOne.spamText' },
  unsubscribed: {
    word: 'messaging.emailOne.unsubscribedOne',
    tone: 'neutral',
    text: 'messaging.emailOne.unsubscribedText',
  },
}

const accepted: Said = {
  word: 'messaging.emailOne.acceptedOne',
  tone: 'info',
  text: 'messaging.emailOne.acceptedText',
}

/** What became of it, why, and in the words of the server that said it. */
function Happened({ recipient: { state, reason, code, said } }: One) {
  const t = useTexts()
  const told = said ? saidWords[said] : state === 'sent' || state === 'no_report' ? accepted : null
  const { word, tone } = told ?? stateWords[state]
  const why = said === 'complaint' || said === 'unsubscribed' ? null : reason
  return (
    <span className={classes['words']}>
      <Badge tone={tone}>{t(word)}</Badge>
      {why && <span className="small">{t(reasonWords[why])}</span>}
      {told && <span className="small muted">{t(told.text)}</span>}
      {code && (
        <q className={classes['said']} dir="ltr">
          {code}
        </q>
      )}
    </span>
  )
}

const When = ({ recipient: { at } }: One) => <span className="num">{useFormat().dateTime(at)}</span>

const columns: Columns<EmailRecipient> = [
  { id: 'name', title: 'messaging.emailOne.name', cell: (recipient) => <Who recipient={recipient} />, isName: true },
  { id: 'state', title: 'messaging.emailOne.what', cell: (recipient) => <Happened recipient={recipient} /> },
  { id: 'at', title: 'messaging.emailOne.time', cell: (recipient) => <When recipient={recipient} />, width: '12rem' },
]

const card = (recipient: EmailRecipient) => (
  <div className={classes['card']}>
    <Who recipient={recipient} />
    <Happened recipient={recipient} />
    <span className="small muted">
      <When recipient={recipient} />
    </span>
  </div>
)

const SHOWN = ['failed', 'unsubscribed', 'sent', 'delivered', 'queued', 'skipped'] as const
type Shown = (typeof SHOWN)[number]
const shownTexts: Record<Shown, TextId> = {
  failed: 'messaging.emailOne.bounced',
  unsubscribed: 'messaging.emailOne.unsubscribed',
  sent: 'messaging.emailOne.accepted',
  delivered: 'messaging.emailOne.delivered',
  queued: 'messaging.emailOne.waiting',
  skipped: 'messaging.emailOne.skipped',
}

const countsOf = ({ counts }: SentEmail): Record<Shown, number> => ({
  failed: counts.bounced,
  unsubscribed: counts.unsubscribed,
  sent: counts.accepted,
  delivered: counts.delivered,
  queued: counts.waiting,
  skipped: counts.skipped,
})

/** As the call takes it: who unsubscribed has a state besides. */
const wantedOf = (shown: Shown | undefined) => {
  if (shown === undefined) return {}
  return shown === 'unsubscribed' ? { said: shown } : { state: shown }
}

const { useFilter } = listFilter({ name: 'email-recipients', path: paths.oneEmail, parts: { state: oneOf(SHOWN) } })

const files: readonly ExportColumn[] = [
  { id: 'position', title: 'messaging.export.position' },
  { id: 'name', title: 'messaging.emailOne.name', of: 'name' },
  { id: 'email', title: 'messaging.emailList.title', of: 'name' },
  { id: 'state', title: 'messaging.emailOne.what', of: 'state' },
  { id: 'said', title: 'messaging.emailOne.cameBack', of: 'state' },
  { id: 'words', title: 'messaging.emailOne.theirWords', of: 'state' },
  { id: 'at', title: 'messaging.emailOne.time', of: 'at' },
]

type Taken = { email: SentEmail; search: string; shown: Shown | undefined; total: number }

function useExport({ email, search, shown, total }: Taken) {
  const t = useTexts()
  return useListExport({
    endpoint: exportEmailRecipients,
    params: { id: email.id },
    query: { ...(search && { search }), ...wantedOf(shown) },
    columns: files,
    shown: ['name', 'state', 'at'],
    total,
    title: email.subject,
    what: t('messaging.report.people', { count: total }),
    church: useSession().church.name,
  })
}

/** Everyone it was for, and what became of it. */
export function Recipients({ email }: { email: SentEmail }) {
  const t = useTexts()
  const { number } = useFormat()
  const filtering = useFilter({ id: email.id })
  const { state: shown } = filtering.state
  const list = useRecipients(email, { search: filtering.search, ...wantedOf(shown) })
  const counts = countsOf(email)
  const chip = (one: Shown | '', text: string, count: number) => (
    <Button
      key={one}
      size="sm"
      aria-pressed={(shown ?? '') === one}
      onClick={() => filtering.change({ state: one })}
    >{`${text} ${number(count)}`}</Button>
  )
  const chips = (
    <div className={classes['chips']}>
      {chip('', t('messaging.emailOne.all'), email.recipients)}
      {SHOWN.filter((one) => counts[one] > 0).map((one) => chip(one, t(shownTexts[one]), counts[one]))}
    </div>
  )
  return (
    <DataTable
      {...{ columns, card, list, chips }}
      name="email-recipients"
      caption={t('messaging.emailOne.recipients')}
      idOf={({ position }) => String(position)}
      nameOf={({ name, phone }) => name || phone}
      exporting={useExport({ email, search: filtering.search, shown, total: list.total })}
      search={{
        value: filtering.search,
        onChange: filtering.searchFor,
        label: t('messaging.emailOne.searchLabel'),
        placeholder: t('messaging.emailOne.searchPlaceholder'),
      }}
      noMatch={
        filtering.isNarrowed && <NoMatch onClear={filtering.clearAll}>{t('messaging.emailList.noMatch')}</NoMatch>
      }
      empty={<Empty title={t('messaging.emailOne.nobody')} />}
    />
  )
}
