import { useNavigate } from '@tanstack/react-router'
import { exportFigurePeople, listFigurePeople, type Figure, type GuestColumn } from '#contract/followup/analytics.ts'
import { addressOf, call } from '../../api/call.ts'
import { useAct } from '../../api/use-act.ts'
import { useTexts, type TextId } from '../../languages/index.ts'
import { saveFile } from '../../lists/list-export.ts'
import { paths } from '../../routing/paths.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconDownload, IconMessage } from '../../ui/icons.ts'
import { toast } from '../../ui/toasts/index.ts'

type Of = { figure: Figure; total: number }

const columnWords = {
  firstName: 'followup.analytics.columnFirstName',
  lastName: 'followup.analytics.columnLastName',
  firstVisitOn: 'followup.analytics.columnFirstVisit',
  secondVisitOn: 'followup.analytics.columnSecondVisit',
  memberOn: 'followup.analytics.columnMember',
  activities: 'followup.analytics.columnActivities',
} as const satisfies Record<GuestColumn, TextId>

/** All of them as a file, whether they are shown or not. */
export function ExportPeople({ title, figure, total }: Of & { title: string }) {
  const t = useTexts()
  const { busy, run } = useAct()
  const headings = Object.values(columnWords)
    .map((word) => t(word))
    .join('|')
  const query = { ...figure, format: 'xlsx', columns: Object.keys(columnWords).join(','), headings, title }
  const save = () => saveFile(addressOf(exportFigurePeople, { query }), total)
  return (
    <Button
      kind="quiet"
      size="sm"
      icon={IconDownload}
      busy={busy}
      onClick={() => run(() => save().catch(() => void toast.bad(t('ui.export.failed'))))}
    >
      {t('followup.analytics.peopleExport')}
    </Button>
  )
}

/** People that one message takes by their ids. */
const MOST = 5_000
/** As many a call as the server gives. */
const IDS_A_CALL = 100

/** Who is archived is not written to. */
async function idsBehind(figure: Figure): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | null | undefined
  while (cursor !== null) {
    const page = await call(listFigurePeople, { query: { ...figure, limit: IDS_A_CALL, ...(cursor && { cursor }) } })
    ids.push(...page.items.flatMap(({ id, isArchived }) => (isArchived ? [] : [id])))
    cursor = page.nextCursor
  }
  return ids
}

/** Opens the compose page with all of them chosen. */
export function WriteToPeople({ figure, total }: Of) {
  const t = useTexts()
  const navigate = useNavigate()
  const { busy, run } = useAct()
  const write = () => {
    if (total > MOST) return void toast.warn(t('followup.analytics.peopleTooMany', { count: MOST }))
    const choose = (persons: string[]) => navigate({ to: paths.composeSms, state: { persons } })
    run(() => idsBehind(figure).then(choose, () => void toast.bad(t('followup.analytics.peopleFailed'))))
  }
  return (
    <Button kind="quiet" size="sm" icon={IconMessage} busy={busy} onClick={write}>
      {t('followup.analytics.peopleSms')}
    </Button>
  )
}
