import { makeFloor } from '../floors/floor.mjs';

export default makeFloor({ id: 'floor-sync', label: 'JavaScript floor without a ReadableStream', isSync: true });
