import { useAct } from '../../api/use-act.ts'
import { useId, useState, type SubmitEvent } from 'react'
import { useTexts } from '../../languages/index.ts'
import { Button, IconButton } from '../controls/button.tsx'
import { TextField } from '../controls/field.tsx'
import { IconCheck, IconTrash } from '../icons.ts'
import { toast, undo } from '../toasts/index.ts'
import { CheckLine } from './tick-box.tsx'
import classes from './panels.module.css'

type SavedView = { id: string; name: string; state: string; shared: boolean; isOwn: boolean }

/** Search, filters, sort and columns kept under a name; `useSavedViews` of web/lists gives all of this. */
export type ViewsProps = {
  /** Undefined until they are loaded. */
  items: readonly SavedView[] | undefined
  hasFailed: boolean
  /** Called when the views are about to be looked at; they are loaded no earlier. */
  onOpen: () => void
  /** What the list shows now, in the form in which it is kept. */
  state: string
  open: (state: string) => void
  save: (view: Pick<SavedView, 'name' | 'state' | 'shared'>) => Promise<unknown>
  remove: (id: string) => Promise<unknown>
}

const LONGEST_NAME = 60

function useRemove({ save, remove }: ViewsProps, onDone: () => void) {
  const t = useTexts()
  const failed = () => void toast.bad(t('ui.views.failed'))
  const bringBack = ({ name, state, shared }: SavedView) =>
    void save({ name, state, shared }).then(() => toast.ok(t('ui.views.back', { name })), failed)
  return (view: SavedView) => {
    // A sheet would lie over the answer and its way back.
    onDone()
    void remove(view.id).then(
      () =>
        toast.ok(
          t('ui.views.removed', { name: view.name }),
          undo(t('ui.toast.undo'), () => bringBack(view)),
        ),
      failed,
    )
  }
}

type LineProps = { view: SavedView; views: ViewsProps; onDone: () => void }

function Line({ view, views, onDone }: LineProps) {
  const t = useTexts()
  const remove = useRemove(views, onDone)
  const isShown = view.state === views.state
  const open = () => {
    views.open(view.state)
    onDone()
  }
  return (
    <li className={classes['line']}>
      <button type="button" className={classes['pick']} aria-current={isShown || undefined} onClick={open}>
        <span className={classes['word']}>{view.name}</span>
        {view.shared && (
          <span className={classes['aside']}>{t(view.isOwn ? 'ui.views.shared' : 'ui.views.sharedByOther')}</span>
        )}
        {isShown && <IconCheck size={18} stroke={1.75} aria-hidden="true" />}
      </button>
      {view.isOwn && (
        <IconButton
          small
          label={t('ui.views.remove', { name: view.name })}
          icon={IconTrash}
          onClick={() => remove(view)}
        />
      )}
    </li>
  )
}

function Items({ views, onDone }: { views: ViewsProps; onDone: () => void }) {
  const t = useTexts()
  const { items, hasFailed } = views
  if (!items) return <p className={classes['said']}>{t(hasFailed ? 'ui.views.loadFailed' : 'ui.state.loading')}</p>
  if (items.length === 0) return <p className={classes['said']}>{t('ui.views.none')}</p>
  return (
    <ul className={classes['lines']}>
      {items.map((view) => (
        <Line key={view.id} view={view} views={views} onDone={onDone} />
      ))}
    </ul>
  )
}

function useSave(views: ViewsProps, onDone: () => void) {
  const t = useTexts()
  const [name, setName] = useState('')
  const [shared, setShared] = useState(false)
  const { busy: isBusy, run } = useAct()
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const wanted = name.trim()
    if (!wanted) return
    const saved = () => {
      onDone()
      toast.ok(t('ui.views.saved', { name: wanted }))
    }
    const failed = () => void toast.bad(t('ui.views.failed'))
    run(() => views.save({ name: wanted, state: views.state, shared }).then(saved, failed))
  }
  return { name, setName, shared, setShared, isBusy, submit }
}

/** The saved views to open or remove, and saving what is shown now. */
export function ViewsPanel({ views, onDone }: { views: ViewsProps; onDone: () => void }) {
  const t = useTexts()
  const form = useId()
  const { name, setName, shared, setShared, isBusy, submit } = useSave(views, onDone)
  const isTaken = views.items?.some((view) => view.isOwn && view.name === name.trim())
  return (
    <div className={classes['stack']}>
      <Items views={views} onDone={onDone} />
      <form id={form} className={classes['save']} onSubmit={submit}>
        <TextField
          label={t('ui.views.name')}
          maxLength={LONGEST_NAME}
          autoComplete="off"
          value={name}
          hint={isTaken ? t('ui.views.replaces') : t('ui.views.keeps')}
          onChange={(event) => setName(event.target.value)}
        />
        <CheckLine label={t('ui.views.share')} checked={shared} onToggle={() => setShared(!shared)} />
        <Button type="submit" busy={isBusy} disabled={name.trim() === ''}>
          {t('ui.views.save')}
        </Button>
      </form>
    </div>
  )
}
