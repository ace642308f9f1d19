import type { FollowupSettings, FollowupStage } from '#contract/followup/settings.ts'
import { useTexts, type TextId } from '../../languages/index.ts'
import { ListEditor } from './list-editor.tsx'
import { useSettings } from './use-settings.ts'

type CardProps = { settings: FollowupSettings; mayChange: boolean }

const meaningWords: Record<NonNullable<FollowupStage['meaning']>, TextId> = {
  entry: 'followup.settings.meansEntry',
  contacted: 'followup.settings.meansContacted',
  returned: 'followup.settings.meansReturned',
  member: 'followup.settings.meansMember',
}
const trackWords = {
  first_timer: 'followup.settings.stagesFirstTimers',
  new_convert: 'followup.settings.stagesNewConverts',
} as const satisfies Record<FollowupStage['track'], TextId>

/** A list that was saved begins anew with what the server says. */
const keyOfList = (list: readonly { id: number; name: string; isRetired: boolean }[]): string =>
  list.map(({ id, name, isRetired }) => `${id} ${name} ${isRetired}`).join('\n')

/** The path that first-timers, or new converts, go. */
export function StagesCard({ settings, track, mayChange }: CardProps & { track: FollowupStage['track'] }) {
  const t = useTexts()
  const save = useSettings()
  const stages = settings.stages.filter((stage) => stage.track === track)
  const list = stages.map(({ id, name, isRetired, meaning }) => {
    return { id, name, isRetired, hint: meaning ? t(meaningWords[meaning]) : undefined }
  })
  return (
    <ListEditor
      key={keyOfList(stages)}
      title={t(trackWords[track])}
      hint={t('followup.settings.stagesHint')}
      {...{ list, mayChange }}
      busy={save.busy}
      onSave={(items) => save.run({ stages: { track, items } })}
    />
  )
}

/** From where people hear of the church. */
export function SourcesCard({ settings: { sources }, mayChange }: CardProps) {
  const t = useTexts()
  const save = useSettings()
  return (
    <ListEditor
      key={keyOfList(sources)}
      title={t('followup.settings.sources')}
      hint={t('followup.settings.sourcesHint')}
      list={sources}
      mayChange={mayChange}
      busy={save.busy}
      onSave={(items) => save.run({ sources: items })}
    />
  )
}
