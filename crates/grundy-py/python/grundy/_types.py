"""Types that programs name; imported when they are asked for."""

from typing import Union

#: What JSON can say: what ``to_dict()`` gives.
JSON = Union[None, bool, int, float, str, list["JSON"], dict[str, "JSON"]]
