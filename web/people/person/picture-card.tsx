import { useRef, useState, type ChangeEvent } from 'react'
import { readPerson, removePersonPicture, uploadPersonPicture, type PersonDetail } from '#contract/people/persons.ts'
import { ApiFailure, call } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { useTexts, type TextId } from '../../languages/index.ts'
import { read } from '../../api/queries.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { IconPhoto, IconTrash } from '../../ui/icons.ts'
import { Face } from '../../ui/marks/face.tsx'
import { Card } from '../../ui/surfaces/card.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { failureText } from '../failure-text.ts'
import { usePeopleChanged } from '../queries.ts'
import classes from './person.module.css'
import { nameOf } from '../words.ts'

const MAX_BYTES = 8 * 1024 * 1024

/** A file sets the picture, null removes it. */
function usePicture({ id }: PersonDetail) {
  const t = useTexts()
  const changed = usePeopleChanged()
  const params = { id }
  const send = async (file: File | null) => {
    if (!file) return call(removePersonPicture, { params })
    if (file.size > MAX_BYTES) throw new ApiFailure('too_large', 413, '')
    return call(uploadPersonPicture, { params, file })
  }
  return useCall(send, {
    fills: read(readPerson, { params }),
    done: (_, file) => {
      void changed()
      toast.ok(t(file ? 'people.picture.saved' : 'people.picture.removed'))
    },
  })
}

type RemoveProps = { name: string; isBusy: boolean; onRemove: () => void; onClose: () => void }

function RemoveDialog({ name, isBusy, onRemove, onClose }: RemoveProps) {
  const t = useTexts()
  const actions = (
    <>
      <Button onClick={onClose}>{t('people.acts.cancel')}</Button>
      <Button kind="danger" busy={isBusy} onClick={onRemove}>
        {t('people.picture.remove')}
      </Button>
    </>
  )
  return (
    <Dialog open onClose={onClose} title={t('people.picture.removeTitle', { name })} actions={actions}>
      <p>{t('people.picture.removeText')}</p>
    </Dialog>
  )
}

/** The picture, and how to change it. */
export function PictureCard({ person, canWrite }: { person: PersonDetail; canWrite: boolean }) {
  const t = useTexts()
  const input = useRef<HTMLInputElement>(null)
  const [isRemoving, setRemoving] = useState(false)
  const picture = usePicture(person)
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    // So that the same file can be chosen again.
    event.target.value = ''
    if (file) picture.run(file)
  }
  const answered = () => setRemoving(false)
  const remove = () => picture.run(null, { done: answered, failed: answered })
  const upload: TextId = person.pictureUrl ? 'people.picture.replace' : 'people.picture.upload'
  return (
    <Card label={t('people.person.picture')}>
      <div className={classes['picture']}>
        <Face firstName={person.firstName} lastName={person.lastName} pictureUrl={person.pictureUrl} size="xl" />
        {picture.failure && <Note tone="bad">{t(failureText(picture.failure))}</Note>}
        {canWrite && (
          <div className={classes['pictureActs']}>
            <Button icon={IconPhoto} busy={picture.busy} onClick={() => input.current?.click()}>
              {t(upload)}
            </Button>
            {person.pictureUrl && (
              <Button kind="danger" icon={IconTrash} onClick={() => setRemoving(true)}>
                {t('people.picture.remove')}
              </Button>
            )}
          </div>
        )}
        <input
          ref={input}
          type="file"
          hidden
          accept="image/jpeg,image/png,image/webp"
          aria-label={t(upload)}
          onChange={choose}
        />
      </div>
      {isRemoving && (
        <RemoveDialog
          name={nameOf(person)}
          isBusy={picture.busy}
          onRemove={remove}
          onClose={() => setRemoving(false)}
        />
      )}
    </Card>
  )
}
