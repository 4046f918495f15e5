/** Where notices appear. Loaded after the page: a notice that comes before is shown then. */
import '@mantine/notifications/styles.css';
import { Notifications } from '@mantine/notifications';

export function Notices() {
  return <Notifications position="bottom-right" limit={3} />;
}
