import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useTexts } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconUsersPlus, IconSearch } from '../../ui/icons.ts'
import type { StationClass } from './desk/desk.ts'
import type { Mode, SceneControl } from './use-scene.ts'
import { Camera } from './finding/camera.tsx'
import { CodeField } from './finding/code-field.tsx'
import classes from './finding/finding.module.css'
import { TextField } from '../../ui/controls/field.tsx'

const SEARCH_LEAST = 3

type SearchFieldProps = { isOpen: boolean; onOpen: (isOpen: boolean) => void; onSearch: (text: string) => void }

/** For families without their pass: opened by a press, so that it never takes what a scanner types. */
function SearchField({ isOpen, onOpen, onSearch }: SearchFieldProps) {
  const t = useTexts()
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isOpen) field.current?.focus()
  }, [isOpen])
  if (!isOpen)
    return (
      <Button block icon={IconSearch} onClick={() => onOpen(true)}>
        {t('checkin.station.search')}
      </Button>
    )
  return (
    <form
      className="stack-8"
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim().length >= SEARCH_LEAST) onSearch(text.trim())
      }}
    >
      <TextField
        label={t('checkin.station.search')}
        type="search"
        ref={field}
        autoComplete="off"
        maxLength={100}
        value={text}
        onChange={({ target }) => setText(target.value)}
        hint={t('checkin.station.searchHint')}
      />
      <Button type="submit" block icon={IconSearch}>
        {t('checkin.station.searchGo')}
      </Button>
    </form>
  )
}

/** How many children are in each class, and how many places it has. */
function ClassFigures({ rooms }: { rooms: readonly StationClass[] }) {
  const t = useTexts()
  return (
    <ul className={`num ${classes['figures']}`} aria-label={t('checkin.station.figures')}>
      {rooms.map((room) => (
        <li key={room.id}>
          <span>{room.name}</span>
          <span className={room.placesLeft === 0 ? classes['full'] : undefined}>{figureOf(room, t)}</span>
        </li>
      ))}
    </ul>
  )
}

/** A class whose places are taken at home is not full of children yet: whoever has a place still comes. */
function figureOf({ checkedIn, capacity, taken, placesLeft }: StationClass, t: ReturnType<typeof useTexts>): string {
  if (capacity === null) return t('checkin.station.figure', { checkedIn })
  if (placesLeft !== 0) return t('checkin.station.figureOf', { checkedIn, capacity })
  if (checkedIn < taken) return t('checkin.station.figureTaken', { checkedIn, taken, capacity })
  return `${t('checkin.station.figureOf', { checkedIn, capacity })} · ${t('checkin.station.full')}`
}

type FindingPaneProps = {
  control: SceneControl
  rooms: readonly StationClass[]
  code: RefObject<HTMLInputElement | null>
  isSearching: boolean
  onSearching: (isSearching: boolean) => void
  children?: ReactNode
}

const modes = [
  { value: 'in', label: 'checkin.station.modeIn' },
  { value: 'out', label: 'checkin.station.modeOut' },
] as const

/** The ways to a family: its pass in the frame, its code, its phone or name. */
export function FindingPane({ control, rooms, code, isSearching, onSearching, children }: FindingPaneProps) {
  const t = useTexts()
  const { mode, scene, unknownCode } = control
  const choose = (next: Mode) => {
    onSearching(false)
    control.choose(next)
  }
  const find = (found: string) => control.find({ code: found })
  return (
    <aside className={classes['pane']} aria-label={t('checkin.station.finding')}>
      <div className={classes['tabs']} role="group" aria-label={t('checkin.station.mode')}>
        {modes.map(({ value, label }) => (
          <button key={value} type="button" aria-pressed={mode === value} onClick={() => choose(value)}>
            {t(label)}
          </button>
        ))}
      </div>
      <div className={classes['ways']}>
        <Camera onCode={(found) => scene.is !== 'walk-in' && !control.isBusy() && find(found)} />
        <CodeField
          ref={code}
          label={t('checkin.station.code')}
          onCode={find}
          problem={unknownCode ? t('checkin.station.unknownCode') : undefined}
        />
        <SearchField
          key={mode}
          isOpen={isSearching}
          onOpen={onSearching}
          onSearch={(search) => control.find({ search })}
        />
        {mode === 'in' && (
          <Button block icon={IconUsersPlus} onClick={() => control.show({ is: 'walk-in' })}>
            {t('checkin.station.newFamily')}
          </Button>
        )}
      </div>
      {children}
      <ClassFigures rooms={rooms} />
    </aside>
  )
}
