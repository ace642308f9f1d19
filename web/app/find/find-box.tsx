import { plain } from '../../languages/names.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTexts, type Translate } from '../../languages/index.ts'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { IconSearch } from '../../ui/icons.ts'
import { useListbox } from '../../ui/picker/use-listbox.ts'
import { EXACTLY, type Section } from './places.ts'
import classes from './find-box.module.css'

type Standing = {
  typed: string
  count: number
  /** Whom the server is asked about, when enough is typed. */
  isAsked: boolean
  isLongEnough: boolean
  isSettled: boolean
  hasFailed: boolean
}

/** What is said under what was found. */
export function statusOf(
  { typed, count, isAsked, isLongEnough, isSettled, hasFailed }: Standing,
  t: Translate,
): string {
  if (isAsked && !isLongEnough) return t('ui.find.typeMore')
  if (!isSettled) return t('ui.find.searching')
  if (hasFailed) return t('ui.find.failed')
  return count === 0 ? t('ui.find.none', { what: typed.trim() }) : ''
}

/** The places that one may enter, by their words. */
export function usePlaceGroup(sections: readonly Section[], typed: string): FoundGroup {
  const t = useTexts()
  const found = placesOf(sections, typed, t).map(({ name, place: { path, icon: Icon } }) => ({
    id: path,
    mark: <Icon size={20} stroke={1.75} aria-hidden="true" />,
    name,
    to: path,
  }))
  return { id: 'places', title: t('ui.find.places'), found }
}

/** Something that was found, and the page that it opens. */
export type Found = {
  id: string
  /** Before the name: an icon or a face. */
  mark: ReactNode
  name: string
  aside?: ReactNode
  to: string
  params?: { id: string }
}

export type FoundGroup = { id: string; title: string; found: readonly Found[] }

/** The places whose words begin with every word that was typed, marks and case aside; nothing typed: all. */
function placesOf(sections: readonly Section[], typed: string, t: Translate) {
  const wanted = plain(typed).split(/\s+/).filter(Boolean)
  return sections
    .flatMap(({ places }) => places)
    .map((place) => ({ place, name: t(place.label) }))
    .filter(({ name }) => {
      const words = plain(name).split(/\s+/)
      return wanted.every((part) => words.some((word) => word.startsWith(part)))
    })
}

type FindBoxProps = {
  typed: string
  onType: (typed: string) => void
  placeholder: string
  groups: readonly FoundGroup[]
  /** False while the server is asked: Enter then opens a place, or what arrows have chosen. */
  isSettled: boolean
  /** What to type, that nothing is found, that it failed. */
  status: string
  onClose: () => void
}

/** The field and what it finds, in a dialog: arrows choose, Enter opens, Escape closes. Nothing of it is kept. */
export function FindBox({ typed, onType, placeholder, groups, isSettled, status, onClose }: FindBoxProps) {
  const t = useTexts()
  // Places are there at once and come first; who is asked for at the server may still become somebody else.
  const isFirstSure = isSettled || (groups[0]?.found.length ?? 0) > 0
  const options = groups.flatMap(({ found }) => found)
  const list = useListbox(options, {
    // A link is followed as if it were pressed: by the router, and in the same way.
    onPick: (found) => document.getElementById(list.optionId(options.indexOf(found)))?.click(),
    isPinned: true,
    isFirstActive: isFirstSure && typed.trim() !== '',
  })
  const placed = { ...list, options }
  return (
    <Dialog open onClose={onClose} title={t('ui.find.title')}>
      <div className={classes['field']}>
        <input
          // Where the focus goes as the dialog opens.
          ref={(input) => input?.setAttribute('autofocus', '')}
          type="text"
          {...list.field}
          aria-label={placeholder}
          enterKeyHint="go"
          spellCheck={false}
          maxLength={100}
          placeholder={placeholder}
          value={typed}
          onChange={(event) => {
            list.forget()
            onType(event.target.value)
          }}
        />
        <IconSearch size={18} stroke={1.75} aria-hidden="true" />
      </div>
      <div className={classes['results']}>
        {list.isOpen && (
          <div id={list.listId} role="listbox" aria-label={t('ui.find.results')}>
            {groups.map((group) => (
              <Group key={group.id} group={group} list={placed} onClose={onClose} />
            ))}
          </div>
        )}
        <p role="status" className={classes['status']}>
          {status}
        </p>
      </div>
    </Dialog>
  )
}

type List = Pick<ReturnType<typeof useListbox>, 'listId' | 'active' | 'optionId'> & { options: readonly Found[] }

function Group({ group, list, onClose }: { group: FoundGroup; list: List; onClose: () => void }) {
  if (group.found.length === 0) return null
  const titleId = `${list.listId}-${group.id}`
  const placeOf = (found: Found) => list.options.indexOf(found)
  return (
    <div role="group" aria-labelledby={titleId}>
      <div id={titleId} className={classes['title']}>
        {group.title}
      </div>
      {group.found.map((found) => (
        <Link
          key={found.id}
          id={list.optionId(placeOf(found))}
          role="option"
          tabIndex={-1}
          aria-selected={placeOf(found) === list.active}
          // The router's own type knows only the pages that stand in it already.
          to={found.to as '/tenant'}
          {...(found.params && { params: found.params as object })}
          activeOptions={EXACTLY}
          className={classes['option']}
          // The focus stays in the field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={onClose}
        >
          <span className={classes['mark']}>{found.mark}</span>
          <bdi className={classes['name']}>{found.name}</bdi>
          {found.aside !== undefined && <span className={classes['aside']}>{found.aside}</span>}
        </Link>
      ))}
    </div>
  )
}
