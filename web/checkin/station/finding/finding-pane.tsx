import type { ReactNode, RefObject } from 'react'
import { useTexts } from '../../../lib/languages/index.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { IconUsersPlus } from '../../../ui/icons.ts'
import type { StationClass } from '../desk.ts'
import type { Mode, SceneControl } from '../use-scene.ts'
import { Camera } from './camera.tsx'
import { ClassFigures } from './class-figures.tsx'
import { CodeField } from './code-field.tsx'
import classes from './finding.module.css'
import { SearchField } from './search-field.tsx'

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
