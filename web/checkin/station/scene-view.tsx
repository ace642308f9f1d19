import { useEffect } from 'react'
import type { Labels } from '#contract/checkin/station.ts'
import { useTexts } from '../../languages/index.ts'
import { toast } from '../../ui/toasts/index.ts'
import { FamiliesFound } from './arriving/families-found.tsx'
import { afterCheckIn, afterWalkIn, type Unfinished } from './arriving/unfinished.ts'
import type { StationEvent } from './desk/desk.ts'
import { CollectionsFound, NobodyFound, NotFound, Searching, Start, Found } from './plain-scenes.tsx'
import type { Scene, SceneControl } from './use-scene.ts'
import { useSeldom } from './use-seldom.ts'

type SceneViewProps = {
  control: SceneControl
  event: StationEvent
  /** Children are in: their labels are to be printed. */
  onCome: (labels: Labels) => void
  onGone: () => void
  onPrint: (labels: Labels) => void
}

/** A step to another family or form begins at its title; the code field takes the focus back where it waits for a code. */
function useFocusOnTitle(scene: Scene): void {
  useEffect(() => {
    const title = document.querySelector<HTMLElement>('main h1')
    if (!title) return
    title.tabIndex = -1
    title.focus()
  }, [scene])
}

/** What stands at the right side of the station. */
export function SceneView({ control, event, onCome, onGone, onPrint }: SceneViewProps) {
  const t = useTexts()
  const { scene, show, restart, isStill, desk } = control
  const seldom = useSeldom()
  useFocusOnTitle(scene)
  const shared = { desk, onLeave: restart }
  const come = (labels: Labels, familyId: string, unfinished: Unfinished | null) => {
    onCome(labels)
    if (!isStill(scene)) return void toast.ok(t('checkin.station.areIn', { count: labels.children.length }))
    // Without a registration of the server the device names it after the family.
    show({ is: 'come', labels, unfinished, isOwn: labels.registrationId === familyId })
  }
  switch (scene.is) {
    case 'start':
      return <Start mode={control.mode} />
    case 'finding':
      return <Searching />
    case 'nobody':
      return <NobodyFound control={control} search={scene.search} />
    case 'failed':
      return <NotFound control={control} scene={scene} />
    case 'families':
      return (
        <Found onLeave={restart}>
          <FamiliesFound
            families={scene.families}
            onChoose={(family) => show({ is: 'family', family, byCode: false })}
          />
        </Found>
      )
    case 'family':
      if (!seldom) return <Searching />
      return (
        <seldom.FamilyView
          key={scene.family.familyId}
          {...shared}
          eventId={event.id}
          family={scene.family}
          rooms={event.classes}
          byCode={scene.byCode}
          onPrint={onPrint}
          onDone={(labels) => come(labels, scene.family.familyId, afterCheckIn(scene.family, labels))}
        />
      )
    case 'walk-in':
      if (!seldom) return <Searching />
      return (
        <seldom.WalkInScene
          {...shared}
          eventId={event.id}
          rooms={event.classes}
          onKnown={(family) => show({ is: 'family', family, byCode: false })}
          onDone={(labels, familyId) => come(labels, familyId, afterWalkIn(familyId, labels))}
        />
      )
    case 'come':
      if (!seldom) return <Searching />
      return (
        <seldom.CheckedIn
          key={scene.labels.registrationId}
          eventId={event.id}
          labels={scene.labels}
          desk={desk}
          unfinished={scene.unfinished}
          online={desk.online && !scene.isOwn}
          onPrint={onPrint}
          onNext={restart}
          onCompleted={() => {
            toast.ok(t('checkin.station.missingSaved'))
            if (isStill(scene)) show({ ...scene, unfinished: null })
          }}
        />
      )
    case 'collections':
      return (
        <Found onLeave={restart}>
          <CollectionsFound
            found={scene.found}
            onChoose={(collection) => show({ is: 'collection', collection, code: null })}
          />
        </Found>
      )
    case 'collection':
      if (!seldom) return <Searching />
      return (
        <seldom.CollectionView
          key={scene.collection.registrationId}
          {...shared}
          collection={scene.collection}
          code={scene.code}
          onPrint={onPrint}
          onDone={(released, collectorName) => {
            const { children } = scene.collection
            const names = children.flatMap(({ personId, firstName }) =>
              released.includes(personId) ? [firstName] : [],
            )
            onGone()
            if (isStill(scene)) return show({ is: 'gone', names, collectorName })
            toast.ok(t('checkin.station.areHome', { count: names.length, name: collectorName }))
          }}
        />
      )
    case 'gone':
      if (!seldom) return <Searching />
      return <seldom.GoneHome names={scene.names} collectorName={scene.collectorName} onNext={restart} />
  }
}
