import { useQueries } from '@tanstack/react-query'
import { readPerson } from '#contract/people/persons.ts'
import { useTexts } from '../../lib/languages/index.ts'
import { read } from '../../lib/queries.ts'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { Failed, Loading } from '../../ui/states/index.ts'
import { MergeForm } from './merge-form.tsx'

type MergeDialogProps = { ids: readonly string[]; onClose: () => void; onDone: (keptId: string) => void }

/** Makes two to five people one: who is kept, and with which values. */
export function MergeDialog({ ids, onClose, onDone }: MergeDialogProps) {
  const t = useTexts()
  const loading = useQueries({ queries: ids.map((id) => read(readPerson, { params: { id } })) })
  const people = loading.flatMap(({ data }) => (data ? [data] : []))
  const failed = loading.find(({ error, data }) => error && !data)
  const retry = () => void Promise.all(loading.map(({ refetch }) => refetch()))
  return (
    <Dialog open onClose={onClose} title={t('people.merge.title', { count: ids.length })}>
      {failed && <Failed failure={failed.error} onRetry={retry} />}
      {!failed && people.length < ids.length && <Loading rows={ids.length} />}
      {people.length === ids.length && <MergeForm people={people} onClose={onClose} onDone={onDone} />}
    </Dialog>
  )
}
