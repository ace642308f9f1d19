import type { ReactNode } from 'react'
import type { Collection } from '#contract/checkin/station.ts'
import { useTexts } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconChevronRight, IconUsersPlus } from '../../ui/icons.ts'
import { Empty, Loading } from '../../ui/states/index.ts'
import around from './arriving/arriving.module.css'
import { failureText } from './desk/use-act.ts'
import classes from './desk/station.module.css'
import type { Mode, Scene, SceneControl } from './use-scene.ts'

/** Nobody is at the desk. */
export function Start({ mode }: { mode: Mode }) {
  const t = useTexts()
  return (
    <div className={classes['middle']}>
      <Empty title={t(mode === 'in' ? 'checkin.station.startIn' : 'checkin.station.startOut')}>
        {t(mode === 'in' ? 'checkin.station.startInText' : 'checkin.station.startOutText')}
      </Empty>
    </div>
  )
}

export const Searching = () => (
  <div className={around['body']}>
    <Loading rows={4} />
  </div>
)

/** No family of this phone or name. */
export function NobodyFound({ control, search }: { control: SceneControl; search: string }) {
  const t = useTexts()
  return (
    <div className={classes['middle']} role="status">
      <Empty
        title={t('checkin.station.nobody')}
        picture="lens"
        action={
          <span className="row wrap">
            <Button onClick={control.restart}>{t('checkin.station.back')}</Button>
            {control.mode === 'in' && (
              <Button kind="primary" icon={IconUsersPlus} onClick={() => control.show({ is: 'walk-in' })}>
                {t('checkin.station.newFamily')}
              </Button>
            )}
          </span>
        }
      >
        {t('checkin.station.nobodyText', { search })}
      </Empty>
    </div>
  )
}

type NotFoundProps = { control: SceneControl; scene: Extract<Scene, { is: 'failed' }> }

/** Looking was not possible: why, and once more. */
export function NotFound({ control, scene: { failure, by } }: NotFoundProps) {
  const t = useTexts()
  return (
    <div className={classes['middle']} role="alert">
      <Empty
        title={t('checkin.station.notLooked')}
        picture={failure.status === 0 ? 'offline' : 'hourglass'}
        action={
          <span className="row wrap">
            <Button onClick={control.restart}>{t('checkin.station.back')}</Button>
            <Button kind="primary" onClick={() => control.find(by)}>
              {t('checkin.station.again')}
            </Button>
          </span>
        }
      >
        {failureText(failure, t)}
      </Empty>
    </div>
  )
}

/** Several that it could be. */
export function Found({ onLeave, children }: { onLeave: () => void; children: ReactNode }) {
  const t = useTexts()
  return (
    <>
      <div className={around['head']}>
        <div className="grow">
          <h1>{t('checkin.station.whichFamily')}</h1>
        </div>
      </div>
      <div className={around['body']}>{children}</div>
      <div className={around['dock']}>
        <Button onClick={onLeave}>{t('checkin.station.noneOfThese')}</Button>
      </div>
    </>
  )
}

type CollectionsFoundProps = { found: readonly Collection[]; onChoose: (collection: Collection) => void }

/** Families with children here today, when several match a search. */
export function CollectionsFound({ found, onChoose }: CollectionsFoundProps) {
  return (
    <ul className="stack-8">
      {found.map((collection) => (
        <li key={collection.registrationId}>
          <button type="button" className={around['family']} onClick={() => onChoose(collection)}>
            <span className="grow">
              <b>{collection.familyName}</b>
              <br />
              <span className="muted">{collection.children.map(({ firstName }) => firstName).join(', ')}</span>
            </span>
            <IconChevronRight size={20} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  )
}
