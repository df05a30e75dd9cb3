from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from battlesim.render.camera import ZOOM_STEPS_PPI, Camera, fitted_camera

places = st.floats(-10, 100, allow_nan=False)
cameras = st.builds(
    Camera,
    table_height=st.floats(10, 96),
    ppi=st.sampled_from(ZOOM_STEPS_PPI),
    left=st.integers(-2000, 5000),
    top=st.integers(-2000, 5000),
    width=st.integers(1, 3000),
    height=st.integers(1, 3000),
)


@given(cameras, places, places)
def test_there_and_back(camera: Camera, x: float, y: float) -> None:
    back = camera.to_table(*camera.to_screen(x, y))
    assert abs(back[0] - x) < 1e-6 and abs(back[1] - y) < 1e-6


@given(cameras, places, places, st.floats(0.1, 5))
def test_y_points_up_on_the_table_and_down_on_the_screen(
    camera: Camera, x: float, y: float, step: float
) -> None:
    here, above, right = camera.to_screen(x, y), camera.to_screen(x, y + step), camera.to_screen(x + step, y)
    assert above[1] < here[1] and abs(above[0] - here[0]) < 1e-9
    assert right[0] > here[0] and abs(right[1] - here[1]) < 1e-9


@given(cameras, st.integers(-6, 6), st.integers(0, 3000), st.integers(0, 3000))
def test_zooming_keeps_the_place_under_the_pointer(camera: Camera, steps: int, px: int, py: int) -> None:
    x, y = camera.to_table(px, py)
    after = camera.zoomed(steps, px, py)
    sx, sy = after.to_screen(x, y)
    assert after.ppi in ZOOM_STEPS_PPI
    assert abs(sx - px) <= 0.51 and abs(sy - py) <= 0.51


@given(cameras, st.integers(-500, 500), st.integers(-500, 500))
def test_panning_moves_everything_by_whole_pixels(camera: Camera, dx: int, dy: int) -> None:
    (x0, y0), (x1, y1) = camera.to_screen(7.3, 5.1), camera.panned(dx, dy).to_screen(7.3, 5.1)
    assert abs(x0 - x1 - dx) < 1e-6 and abs(y0 - y1 - dy) < 1e-6


def test_the_whole_table_fits_at_the_zooms_of_the_style() -> None:
    assert fitted_camera(72, 48, 1320, 856).ppi == 17
    assert fitted_camera(72, 48, 870, 592).ppi == 12
    small = fitted_camera(72, 48, 232, 155)
    assert all(small.is_in_view(x, y) for x in (0, 72) for y in (0, 48))
