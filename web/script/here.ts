/** If the list of reference pages scrolls, scrolls it to the current one, and nothing else. */
export function showHere(): void {
  const here = document.querySelector('.side [aria-current]');
  const list = here?.closest('ul');
  if (!here || !list) return;
  const [link, line] = [here.getBoundingClientRect(), list.getBoundingClientRect()];
  list.scrollTop += link.top - line.top - (line.height - link.height) / 2;
  list.scrollLeft += link.left - line.left - (line.width - link.width) / 2;
}
