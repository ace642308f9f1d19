import { exportSentEmails, type ListedEmail } from '#contract/messaging/emails.ts'
import type { CampaignState } from '#contract/messaging/sent-sms.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts, type TextId } from '../../languages/index.ts'
import { useListExport, type ExportColumn } from '../../lists/list-export.ts'
import { listFilter } from '../../lists/list-filter.ts'
import { ROWS_A_PAGE } from '../../lists/numbered-list.ts'
import { paths } from '../../routing/paths.ts'
import { useCan, useSession } from '../../session/session.ts'
import { ButtonLink, IconButton } from '../../ui/controls/button.tsx'
import { nothingSelected, RowLink, type Columns } from '../../ui/data-table/index.ts'
import { IconTrash } from '../../ui/icons.ts'
import { ListPage, type ListWords } from '../../ui/list-page/list-page.tsx'
import { Empty } from '../../ui/states/index.ts'
import { shortSubject } from '../lists/cut-subject.ts'
import { useDeleting } from '../lists/use-deleting.tsx'
import classes from './email.module.css'
import { deletingWords, ListActions } from './list-head.tsx'
import { WatchVideo } from './video.tsx'
import { useDeleteSent, useSentEmails } from './queries.ts'

const { useFilter } = listFilter({ name: 'sent-emails', path: paths.sentEmails, shape: { isPaged: true }, parts: {} })

type One = { email: ListedEmail }

/** What is worth knowing before one is opened. */
const standing: Partial<Record<CampaignState, TextId>> = {
  waiting: 'messaging.emailList.overDays',
  cancelled: 'messaging.report.cancelled',
}

function Subject({ email: { id, subject, state } }: One) {
  const t = useTexts()
  const word = standing[state]
  return (
    <>
      <RowLink to={paths.oneEmail} params={{ id }} className={classes['title']}>
        <span title={subject}>{shortSubject(subject, t('messaging.emailList.noSubject'))}</span>
      </RowLink>
      {word && <span className={`${classes['below']} small muted`}>{t(word)}</span>}
    </>
  )
}

const When = ({ email: { dateSent } }: One) => <span className="num">{useFormat().dateTime(dateSent)}</span>

function Units({ email: { smsUnitsUsed } }: One) {
  const t = useTexts()
  const { number } = useFormat()
  return <span className="num">{smsUnitsUsed === 0 ? t('messaging.emailList.free') : number(smsUnitsUsed)}</span>
}

const shown: Columns<ListedEmail> = [
  { id: 'subject', title: 'messaging.emailList.subject', cell: (email) => <Subject email={email} />, isName: true },
  { id: 'dateSent', title: 'messaging.emailList.dateSent', cell: (email) => <When email={email} />, width: '14rem' },
  {
    id: 'smsUnitsUsed',
    title: 'messaging.emailList.units',
    cell: (email) => <Units email={email} />,
    width: '8rem',
    align: 'end',
  },
  { id: 'sentByUser', title: 'messaging.emailList.sentBy', cell: ({ sentByUser }) => sentByUser, width: '13rem' },
]

const files: readonly ExportColumn[] = [
  { id: 'subject', title: 'messaging.emailList.subject', of: 'subject' },
  { id: 'sentAt', title: 'messaging.emailList.dateSent', of: 'dateSent' },
  { id: 'units', title: 'messaging.emailList.units', of: 'smsUnitsUsed' },
  { id: 'sentBy', title: 'messaging.emailList.sentBy', of: 'sentByUser' },
  { id: 'recipients', title: 'messaging.emailOne.recipients' },
  { id: 'delivered', title: 'messaging.emailOne.delivered' },
  { id: 'accepted', title: 'messaging.emailOne.accepted' },
  { id: 'bounced', title: 'messaging.emailOne.bounced' },
  { id: 'unknown', title: 'messaging.report.unknown' },
  { id: 'skipped', title: 'messaging.emailOne.skipped' },
  { id: 'waiting', title: 'messaging.emailOne.waiting' },
  { id: 'state', title: 'messaging.export.state' },
]

function useSentExport(search: string, total: number) {
  const t = useTexts()
  return useListExport({
    endpoint: exportSentEmails,
    query: { ...(search && { search }) },
    columns: files,
    shown: shown.map(({ id }) => id),
    total,
    title: t('messaging.emailList.title'),
    what: t('messaging.emailList.count', { count: total }),
    church: useSession().church.name,
  })
}

type Deletes = { onDelete: ((id: string) => void) | undefined }

/** The five columns; who may not delete has four. */
const columnsWith = (onDelete: Deletes['onDelete']): Columns<ListedEmail> =>
  onDelete
    ? [
        ...shown,
        {
          id: 'action',
          title: 'messaging.emailList.action',
          cell: (email) => <DeleteOne email={email} onDelete={onDelete} />,
          width: '6rem',
          align: 'end',
        },
      ]
    : shown

const cardWith = (onDelete: Deletes['onDelete']) => (email: ListedEmail) => (
  <div className={classes['carded']}>
    <div className={classes['card']}>
      <Subject email={email} />
      <span className={classes['facts']}>
        <When email={email} />
        <Units email={email} />
      </span>
      <span className="small muted">{email.sentByUser}</span>
    </div>
    {onDelete && <DeleteOne email={email} onDelete={onDelete} />}
  </div>
)

const words: ListWords = {
  title: 'messaging.emailList.title',
  searchLabel: 'messaging.emailList.searchLabel',
  searchPlaceholder: 'messaging.emailList.searchPlaceholder',
  noMatch: 'messaging.emailList.noMatch',
  emptyTitle: 'messaging.emailList.empty',
}

function DeleteOne({ email: { id, subject }, onDelete }: One & { onDelete: (id: string) => void }) {
  const t = useTexts()
  const name = shortSubject(subject, t('messaging.emailList.noSubject'))
  return (
    <IconButton
      small
      label={t('messaging.emailList.deleteOne', { name })}
      icon={IconTrash}
      onClick={() => onDelete(id)}
    />
  )
}

function Nothing() {
  const t = useTexts()
  const canSend = useCan('messages.send')
  const action = canSend && <ButtonLink to={paths.composeEmail}>{t('messaging.emailList.send')}</ButtonLink>
  return (
    <Empty title={t('messaging.emailList.empty')} picture="letter" action={action}>
      {t('messaging.emailList.emptyText')}
    </Empty>
  )
}

/** Sent emails. */
export function SentPage() {
  const t = useTexts()
  const filtering = useFilter()
  const list = useSentEmails(filtering.search, filtering.page)
  const noteOn = (ids: readonly string[]) =>
    list.rows.some(({ id, state }) => state === 'waiting' && ids.includes(id))
      ? t('messaging.emailList.stillLeaves')
      : t('messaging.emailList.deleteNote', { count: ids.length })
  const { selection, deleteOne, dialog } = useDeleting(useDeleteSent(), noteOn, deletingWords)
  const [columns, card] = [columnsWith(deleteOne), cardWith(deleteOne)]
  const turn = (page: number) => {
    selection?.onChange(nothingSelected)
    filtering.turnTo(page)
  }
  return (
    <ListPage
      {...{ words, filtering, list, columns, card, selection }}
      name="sent-emails"
      idOf={({ id }) => id}
      nameOf={({ subject }) => shortSubject(subject, t('messaging.emailList.noSubject'))}
      exporting={useSentExport(filtering.search, list.total)}
      pager={{ page: filtering.page, size: ROWS_A_PAGE, onTurn: turn }}
      line={list.total > 0 && t('messaging.emailList.count', { count: list.total })}
      actions={
        <>
          <WatchVideo />
          <ListActions />
        </>
      }
      empty={<Nothing />}
    >
      {dialog}
    </ListPage>
  )
}
