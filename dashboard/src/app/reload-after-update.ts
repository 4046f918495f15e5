/** A page that was open while the service was updated asks for parts that are gone: it is loaded anew, once, where it stands. */
export function reloadAfterUpdate(): void {
  const key = 'openteller.reloaded';
  window.addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(key) ?? '0');
    // A part that is still not there after a moment is another trouble, and is shown.
    if (Date.now() - last < 10_000) return;
    event.preventDefault();
    sessionStorage.setItem(key, String(Date.now()));
    window.location.reload();
  });
}
