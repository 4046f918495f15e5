/**
 * A window with something to send in it: while its call runs, neither Escape nor a click beside it closes it. A proof that is asked for above it is
 * part of the call, and Escape there would close both and lose what was filled in. Its cross and its buttons close it all the same.
 */
import { Modal, type ModalProps } from '@mantine/core';
import { useIsMutating } from '@tanstack/react-query';

export function StayingModal(props: ModalProps) {
  const busy = useIsMutating() > 0;
  return <Modal {...props} closeOnEscape={!busy} closeOnClickOutside={!busy} />;
}
